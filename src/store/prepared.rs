//! Statements that are written by hand. diesel has a database parse and plan every update anew, for fear
//! that its text is seldom the same; of these there are only a few, so a connection keeps them prepared.

use std::{borrow::Cow, marker::PhantomData};

use chrono::NaiveDateTime;
use diesel::{
    PgConnection, QueryResult, RunQueryDsl, SqliteConnection,
    backend::Backend,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    query_dsl::methods::LoadQuery,
    serialize::ToSql,
    sql_types::{BigInt, Bool, HasSqlType, Integer, Nullable, Text, Timestamp},
};

use super::{AnyConnection, Result};

/// A statement with its values; `Row` is the type of what it finds, in SQL.
pub struct Prepared<'a, Row = ()> {
    /// With `?` for each value, and for nothing else.
    text: Cow<'static, str>,
    values: Vec<Value<'a>>,
    row: PhantomData<Row>,
}

/// A value, or null.
#[derive(Debug, Clone, Copy)]
pub enum Value<'a> {
    Text(Option<&'a str>),
    Long(Option<i64>),
    Int(Option<i32>),
    Flag(Option<bool>),
    Time(Option<NaiveDateTime>),
}

macro_rules! values {
    ($($Variant:ident: $Type:ty),+) => {
        $(
            impl<'a> From<$Type> for Value<'a> {
                fn from(value: $Type) -> Self {
                    Self::$Variant(Some(value))
                }
            }

            impl<'a> From<Option<$Type>> for Value<'a> {
                fn from(value: Option<$Type>) -> Self {
                    Self::$Variant(value)
                }
            }
        )+
    };
}
values!(Text: &'a str, Long: i64, Int: i32, Flag: bool, Time: NaiveDateTime);

impl<'a> From<&'a String> for Value<'a> {
    fn from(value: &'a String) -> Self {
        Self::Text(Some(value))
    }
}

impl<'a> From<&'a Option<String>> for Value<'a> {
    fn from(value: &'a Option<String>) -> Self {
        Self::Text(value.as_deref())
    }
}

impl<'a, Row> Prepared<'a, Row> {
    /// One value for each `?` of the text.
    pub fn new(text: impl Into<Cow<'static, str>>, values: Vec<Value<'a>>) -> Self {
        let text = text.into();
        debug_assert_eq!(text.matches('?').count(), values.len(), "{text}");
        Self { text, values, row: PhantomData }
    }

    /// Runs it; how many rows it has changed.
    pub fn execute(&self, connection: &mut AnyConnection) -> Result<usize> {
        Ok(match connection {
            AnyConnection::Postgres(connection) => RunQueryDsl::execute(self, connection)?,
            AnyConnection::Sqlite(connection) => RunQueryDsl::execute(self, connection)?,
        })
    }

    /// What it finds.
    pub fn load<'q, T>(&'q self, connection: &mut AnyConnection) -> Result<Vec<T>>
    where
        &'q Self: LoadQuery<'q, PgConnection, T> + LoadQuery<'q, SqliteConnection, T>,
    {
        Ok(match connection {
            AnyConnection::Postgres(connection) => RunQueryDsl::load(self, connection)?,
            AnyConnection::Sqlite(connection) => RunQueryDsl::load(self, connection)?,
        })
    }
}

impl<Row, DB> QueryFragment<DB> for Prepared<'_, Row>
where
    DB: Backend + HasSqlType<Text> + HasSqlType<BigInt> + HasSqlType<Integer> + HasSqlType<Bool>,
    DB: HasSqlType<Timestamp>,
    str: ToSql<Text, DB>,
    i64: ToSql<BigInt, DB>,
    i32: ToSql<Integer, DB>,
    bool: ToSql<Bool, DB>,
    NaiveDateTime: ToSql<Timestamp, DB>,
{
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        let mut pieces = self.text.split('?');
        out.push_sql(pieces.next().unwrap_or_default());
        for (value, piece) in self.values.iter().zip(pieces) {
            match value {
                Value::Text(text) => out.push_bind_param::<Nullable<Text>, _>(text)?,
                Value::Long(number) => out.push_bind_param::<Nullable<BigInt>, _>(number)?,
                Value::Int(number) => out.push_bind_param::<Nullable<Integer>, _>(number)?,
                Value::Flag(flag) => out.push_bind_param::<Nullable<Bool>, _>(flag)?,
                Value::Time(time) => out.push_bind_param::<Nullable<Timestamp>, _>(time)?,
            }
            out.push_sql(piece);
        }
        Ok(())
    }
}

/// It is known by its text.
impl<Row> QueryId for Prepared<'_, Row> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<Row> Query for Prepared<'_, Row> {
    type SqlType = Row;
}

impl<C, Row> RunQueryDsl<C> for &Prepared<'_, Row> {}
