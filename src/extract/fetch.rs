//! A page by its address, when a person asks for it; nothing else in the program opens a connection.
//!
//! Owns which addresses may be fetched, how, and within which limits. What becomes of the bytes is the loaders'
//! business, keeping them is `project`'s.
//!
//! * Only `http` and `https`, no user name or password, no cookies, nothing is sent but the request.
//! * A host's addresses are looked up once and checked, and the connection goes to one of those that passed: what a
//!   name server says later (DNS rebinding) changes nothing. Each redirect is checked in the same way.
//! * A proxy that the environment names (`ALL_PROXY`, `HTTPS_PROXY`, `HTTP_PROXY`, not for hosts in `NO_PROXY`) is
//!   used, wherever it stands. It looks up names by itself, so behind one a name is refused only where this computer
//!   knows it as a local one, too.

mod address;
mod client;
mod content;
mod error;
mod policy;
mod resolver;

pub use address::Address;
pub use client::{FetchOptions, fetch};
pub use error::FetchError;
pub use policy::{Reach, reach};

use super::{ExtractError, LoadOptions, load_bytes};
use crate::document::{Extraction, SourceKind};
use crate::text::Sha256Id;
use std::fmt;
use std::sync::Arc;

/// What came from an address.
#[derive(Clone, PartialEq, Eq)]
pub struct Fetched {
    /// The address that was asked for.
    pub address: Address,
    /// The address that answered, after redirects.
    pub location: String,
    /// When, in seconds since the beginning of 1970.
    pub at: u64,
    /// What the server says it is, with the charset; empty where it says nothing.
    pub content_type: String,
    /// The bytes, without the compression that they were sent with.
    pub bytes: Arc<[u8]>,
}

impl fmt::Debug for Fetched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fetched")
            .field("address", &self.address.as_str())
            .field("location", &self.location)
            .field("at", &self.at)
            .field("content_type", &self.content_type)
            .field("bytes", &self.bytes.len())
            .finish()
    }
}

impl Fetched {
    /// How it is read: as the server says, where it says something useful; else by its bytes.
    ///
    /// # Errors
    /// [`FetchError::Type`] for pictures, archives and the like.
    pub fn kind(&self) -> Result<SourceKind, FetchError> {
        let (mime, _) = content::parse(&self.content_type);
        content::kind(&mime, &self.location, &self.bytes)
            .map_err(|what| FetchError::Type { address: self.address.to_string(), what })
    }

    /// The encoding that the server names.
    #[must_use]
    pub fn charset(&self) -> Option<String> {
        content::parse(&self.content_type).1
    }

    /// Hash of the bytes.
    #[must_use]
    pub fn sha256(&self) -> Sha256Id {
        Sha256Id::of(&self.bytes)
    }

    /// When it was fetched, as `2026-12-01 05:12 UTC`.
    #[must_use]
    pub fn date(&self) -> String {
        date(self.at)
    }

    /// Reads it. `name` is how it is called where the whole address is too long.
    ///
    /// # Errors
    /// As [`Fetched::kind`] and [`load_bytes`].
    pub fn load(&self, name: &str, options: &LoadOptions) -> Result<Extraction, ExtractError> {
        let kind = match options.kind {
            Some(kind) => kind,
            None => self.kind()?,
        };
        let options = LoadOptions {
            kind: Some(kind),
            charset: self.charset(),
            address: Some(self.address.to_string()),
            ..options.clone()
        };
        load_bytes(self.bytes.to_vec(), name, &options)
    }
}

/// A day and minute in UTC. The day by Howard Hinnant, "chrono-compatible low-level date algorithms",
/// `civil_from_days`.
#[must_use]
pub fn date(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // Years begin in March here, so that the leap day is a year's last.
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02} UTC", rest / 3600, rest / 60 % 60)
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(date(0), "1970-01-01 00:00 UTC");
        assert_eq!(date(951_782_400), "2000-02-29 00:00 UTC");
        assert_eq!(date(1_709_251_199), "2024-02-29 23:59 UTC");
        assert_eq!(date(1_709_251_200), "2024-03-01 00:00 UTC");
        assert_eq!(date(4_102_444_799), "2099-12-31 23:59 UTC");
    }
}
