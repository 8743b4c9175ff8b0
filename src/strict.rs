//! Reading JSON more strictly than serde does by itself: it would take a list of its values for a struct,
//! and an object such as `{"word":null}` for a word.

use std::{collections::BTreeMap, fmt, marker::PhantomData};

use serde::{
    Deserialize, Deserializer,
    de::{Error, IntoDeserializer, MapAccess, Visitor, value::MapAccessDeserializer},
};

/// What is read from a JSON object.
pub struct Object<T>(pub T);

struct ObjectVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectVisitor<T> {
    type Value = Object<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Object<T>, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(Object)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ObjectVisitor(PhantomData))
    }
}

/// Reads an object or null.
pub fn option<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    Ok(Option::<Object<T>>::deserialize(deserializer)?.map(|object| object.0))
}

/// Reads a list of objects.
pub fn list<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    Ok(Vec::<Object<T>>::deserialize(deserializer)?.into_iter().map(|object| object.0).collect())
}

/// Reads an object whose values are objects.
pub fn map<'de, K, T, D>(deserializer: D) -> Result<BTreeMap<K, T>, D::Error>
where
    K: Deserialize<'de> + Ord,
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    let map = BTreeMap::<K, Object<T>>::deserialize(deserializer)?;
    Ok(map.into_iter().map(|(key, object)| (key, object.0)).collect())
}

/// Reads a word, one of an enum's, from a text.
pub fn word<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    T::deserialize(String::deserialize(deserializer)?.into_deserializer())
}

/// A word, one of an enum's, that is read from a text.
struct Word<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Word<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        word(deserializer).map(Self)
    }
}

/// Reads a word or null.
pub fn optional_word<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    Ok(Option::<Word<T>>::deserialize(deserializer)?.map(|word| word.0))
}

/// Reads a list of words.
pub fn words<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    Ok(Vec::<Word<T>>::deserialize(deserializer)?.into_iter().map(|word| word.0).collect())
}

/// Reads an object of objects whose keys are numbers, written as numbers are.
pub fn numbered<'de, T, D>(deserializer: D) -> Result<BTreeMap<u8, T>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    let by_name: BTreeMap<String, T> = map(deserializer)?;
    let number = |name: &String| name.parse::<u8>().ok().filter(|number| number.to_string() == *name);
    let numbered = by_name.into_iter().map(|(name, value)| match number(&name) {
        Some(number) => Ok((number, value)),
        None => Err(D::Error::custom(format!("`{name}` is no number from 0 to 255"))),
    });
    numbered.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Point {
        x: i64,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    struct Points {
        #[serde(deserialize_with = "list")]
        all: Vec<Point>,
        #[serde(default, deserialize_with = "option")]
        last: Option<Point>,
        #[serde(deserialize_with = "map")]
        named: BTreeMap<String, Point>,
    }

    #[test]
    fn objects_are_read_and_lists_in_their_place_are_not() {
        let good = r#"{"all":[{"x":1}],"last":{"x":2},"named":{"a":{"x":3}}}"#;
        let named = BTreeMap::from([("a".to_owned(), Point { x: 3 })]);
        let points = Points { all: vec![Point { x: 1 }], last: Some(Point { x: 2 }), named };
        assert_eq!(serde_json::from_str::<Points>(good).unwrap(), points);
        for (part, spoilt) in [(r#"{"x":1}"#, "[1]"), (r#"{"x":2}"#, "[2]"), (r#"{"x":3}"#, "[3]")] {
            let error = serde_json::from_str::<Points>(&good.replace(part, spoilt)).unwrap_err();
            assert!(error.to_string().contains("expected an object"), "{error}");
        }
    }

    #[test]
    fn errors_say_where_they_are() {
        let wrong = r#"{"all":[{"x":1},{"x":"1"}],"named":{}}"#;
        let error =
            serde_path_to_error::deserialize::<_, Points>(&mut serde_json::Deserializer::from_str(wrong));
        assert_eq!(error.unwrap_err().path().to_string(), "all[1].x");
    }
}
