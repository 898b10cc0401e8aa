//! Addresses as people type them.

use super::FetchError;
use std::fmt;
use url::{Host, Url};

/// A web address that may be asked for: `http` or `https`, with a host, without user name and password. What stands
/// behind `#` is dropped: it is never sent.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Address(Url);

impl Address {
    /// Whether a text begins as a web address does.
    #[must_use]
    pub fn is_meant(text: &str) -> bool {
        let begins = |with: &str| text.get(..with.len()).is_some_and(|t| t.eq_ignore_ascii_case(with));
        begins("http://") || begins("https://")
    }

    /// Reads what a person typed; without a scheme, `https` is meant.
    ///
    /// # Errors
    /// If it is no address, of another scheme, or has a user name or password.
    pub fn parse(typed: &str) -> Result<Self, FetchError> {
        let typed = typed.trim();
        let parsed =
            if typed.contains("://") { Url::parse(typed) } else { Url::parse(&format!("https://{typed}")) };
        let url = parsed.map_err(|error| FetchError::Address {
            // What stands before an @ may be a password.
            typed: typed.rsplit('@').next().unwrap_or(typed).to_owned(),
            detail: error.to_string(),
        })?;
        Self::check(url)
    }

    /// The address that a redirect leads to.
    pub(super) fn join(&self, location: &str) -> Result<Self, FetchError> {
        let url = self.0.join(location).map_err(|error| FetchError::BadRedirect {
            address: self.to_string(),
            detail: error.to_string(),
        })?;
        Self::check(url)
    }

    fn check(mut url: Url) -> Result<Self, FetchError> {
        url.set_fragment(None);
        let host = url.host_str().unwrap_or_default().to_owned();
        if !matches!(url.scheme(), "http" | "https") {
            return Err(FetchError::Scheme { scheme: url.scheme().to_owned() });
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(FetchError::Credentials { host });
        }
        if host.is_empty() {
            let (typed, detail) = (url.to_string(), "it names no host".to_owned());
            return Err(FetchError::Address { typed, detail });
        }
        Ok(Self(url))
    }

    /// The whole address.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// The name of a source of this address: host, path and query, without the scheme.
    #[must_use]
    pub fn name(&self) -> String {
        let address = self.as_str();
        let bare = address.split_once("://").map_or(address, |(_, rest)| rest);
        if self.0.path() == "/" && self.0.query().is_none() {
            bare.trim_end_matches('/').to_owned()
        } else {
            bare.to_owned()
        }
    }

    /// The host, and the port where it is not the usual one.
    pub(super) fn host(&self) -> String {
        let host = self.0.host_str().unwrap_or_default();
        self.0.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
    }

    pub(super) fn port(&self) -> u16 {
        self.0.port_or_known_default().unwrap_or(443)
    }

    /// Whether the host itself says that it is this computer: never a matter for a proxy.
    pub(super) fn is_this_computer(&self) -> bool {
        match self.0.host() {
            Some(Host::Domain(name)) => {
                let name = name.trim_end_matches('.');
                name == "localhost" || name.ends_with(".localhost")
            }
            Some(Host::Ipv4(ip)) => ip.is_loopback(),
            Some(Host::Ipv6(ip)) => ip.is_loopback(),
            None => false,
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_as_people_type_them() {
        let address = |typed: &str| Address::parse(typed).unwrap().to_string();
        assert_eq!(address(" example.org/Handbuch "), "https://example.org/Handbuch");
        assert_eq!(address("HTTP://Example.ORG:80/a b#part"), "http://example.org/a%20b");
        assert_eq!(address("https://bücher.example/Öl.html"), "https://xn--bcher-kva.example/%C3%96l.html");
        let name = |typed: &str| Address::parse(typed).unwrap().name();
        assert_eq!(name("https://example.org/"), "example.org");
        assert_eq!(name("http://example.org:8080/a/b.pdf?v=2#page=3"), "example.org:8080/a/b.pdf?v=2");
        assert!(Address::is_meant("HTTPS://x") && !Address::is_meant("https:/x") && !Address::is_meant("ö"));
    }

    #[test]
    fn what_must_not_be_sent_is_refused_and_not_repeated() {
        for typed in ["file:///etc/passwd", "ftp://example.org/x", "javascript://x", "gopher://x"] {
            let error = Address::parse(typed).unwrap_err();
            assert!(matches!(error, FetchError::Scheme { .. }), "{typed}: {error}");
        }
        for typed in ["https://me:secret@example.org/", "me:secret@example.org", "http://me@example.org/"] {
            let error = Address::parse(typed).unwrap_err();
            assert!(matches!(error, FetchError::Credentials { .. }), "{typed}: {error}");
            assert!(!error.to_string().contains("secret"), "{error}");
        }
        for typed in ["", "https://", "http://[::1", "https://a b.example/", "http://1.2.3.4.5/"] {
            let error = Address::parse(typed).unwrap_err();
            assert!(matches!(error, FetchError::Address { .. }), "{typed}: {error}");
        }
    }
}
