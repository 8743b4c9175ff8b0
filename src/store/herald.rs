//! Passes short texts between the processes that share a Postgres: LISTEN and NOTIFY.

use diesel::{RunQueryDsl, sql_query, sql_types::Text};

use super::{Address, AnyConnection, Result, StoreError};

const CHANNEL: &str = "clubhouse";

/// A connection of its own for messages.
pub struct Herald(diesel::PgConnection);

impl Herald {
    /// Connects; `None` if the database has no such thing.
    pub fn connect(address: &Address) -> Result<Option<Self>> {
        match address.open()? {
            AnyConnection::Postgres(connection) => Ok(Some(Self(connection))),
            AnyConnection::Sqlite(_) => Ok(None),
        }
    }

    /// Hears what others send from now on, and what this process sends too.
    pub fn listen(&mut self) -> Result<()> {
        sql_query(format!("LISTEN {CHANNEL}")).execute(&mut self.0)?;
        Ok(())
    }

    /// Sends a text of less than 8000 bytes to everybody who listens.
    pub fn send(&mut self, text: &str) -> Result<()> {
        sql_query(format!("SELECT pg_notify('{CHANNEL}', $1)")).bind::<Text, _>(text).execute(&mut self.0)?;
        Ok(())
    }

    /// What has come in meanwhile. Does not wait.
    pub fn heard(&mut self) -> Result<Vec<String>> {
        let heard: std::result::Result<Vec<_>, _> = self.0.notifications_iter().collect();
        let heard = heard.map_err(|error| StoreError::Unreachable(error.to_string()))?;
        Ok(heard.into_iter().map(|notification| notification.payload).collect())
    }
}
