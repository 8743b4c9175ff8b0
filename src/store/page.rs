//! Pages of lists. As a parameter, a limit tells a database nothing about how few rows are wanted: Postgres
//! would plan every page anew, once it knows the number, which takes longer than to read it. So a limit that
//! is enough stands in the statement, and the one that is wanted around it: both databases keep the order of
//! an inner query that has a limit.

use diesel::{
    QueryResult, RunQueryDsl,
    backend::Backend,
    expression::{AppearsOnTable, Expression, SelectableExpression, ValidGrouping, is_aggregate},
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    serialize::ToSql,
    sql_types::{BigInt, HasSqlType, Text},
};

/// The most rows of a short page and of a long one: ten or a hundred, and one more that tells whether there
/// is another page. Postgres expects a tenth of them, and so likes the plan that it has already.
const SIZES: [i64; 2] = [11, 101];

/// The first rows that an ordered query finds.
#[derive(Debug, Clone, Copy)]
pub struct Page<Q> {
    query: Q,
    limit: i64,
}

impl<Q> Page<Q> {
    /// At most `limit` of them.
    pub fn of(query: Q, limit: i64) -> Self {
        Self { query, limit }
    }
}

impl<Q, DB> QueryFragment<DB> for Page<Q>
where
    Q: QueryFragment<DB>,
    DB: Backend + HasSqlType<BigInt>,
    i64: ToSql<BigInt, DB>,
{
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        let Some(size) = SIZES.into_iter().find(|&size| self.limit <= size) else {
            self.query.walk_ast(out.reborrow())?;
            out.push_sql(" LIMIT ");
            return out.push_bind_param::<BigInt, _>(&self.limit);
        };
        out.push_sql("SELECT * FROM (");
        self.query.walk_ast(out.reborrow())?;
        out.push_sql(" LIMIT ");
        out.push_sql(&size.to_string());
        out.push_sql(") AS page LIMIT ");
        out.push_bind_param::<BigInt, _>(&self.limit)
    }
}

/// It is known by its text, as its query may be.
impl<Q> QueryId for Page<Q> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<Q: Query> Query for Page<Q> {
    type SqlType = Q::SqlType;
}

impl<Q, C> RunQueryDsl<C> for Page<Q> {}

/// A word that stands in the statement itself, so that partial indexes for it are of use in a plan that was
/// made before. Of letters and `_` only.
#[derive(Debug, Clone, Copy)]
pub struct Word(pub &'static str);

impl Expression for Word {
    type SqlType = Text;
}

impl<Table> AppearsOnTable<Table> for Word {}

impl<Table> SelectableExpression<Table> for Word {}

impl<Group> ValidGrouping<Group> for Word {
    type IsAggregate = is_aggregate::Never;
}

impl<DB: Backend> QueryFragment<DB> for Word {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        debug_assert!(self.0.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'), "{}", self.0);
        out.push_sql("'");
        out.push_sql(self.0);
        out.push_sql("'");
        Ok(())
    }
}

impl QueryId for Word {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}
