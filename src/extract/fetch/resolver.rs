//! From a host's name to the addresses that may be connected to.

use super::policy::{Reach, reach};
use std::net::{IpAddr, SocketAddr};
use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;

/// None of a host's addresses may be connected to.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{ip} is {what}")]
pub(super) struct Refused {
    pub ip: IpAddr,
    pub what: &'static str,
    /// Whether allowing the local network would help.
    pub local: bool,
}

/// Looks a name up as the system does and lets those addresses pass that may be connected to. The client connects
/// to what this gives, and asks no second time.
#[derive(Debug, Default)]
pub(super) struct Checked {
    pub allow_local: bool,
    /// Host and port of the proxy, which may stand anywhere.
    pub proxy: Option<(String, u16)>,
    pub system: DefaultResolver,
}

impl Checked {
    /// Those of `found` that may be connected to, or why none may.
    pub fn permitted(&self, found: &[SocketAddr]) -> Result<Vec<SocketAddr>, Refused> {
        let mut refused = None;
        let mut permitted = Vec::new();
        for address in found {
            let ip = address.ip();
            match reach(ip) {
                Reach::Public => permitted.push(*address),
                Reach::Local(_) if self.allow_local => permitted.push(*address),
                Reach::Local(what) => refused = refused.or(Some(Refused { ip, what, local: true })),
                Reach::Nowhere(what) => refused = refused.or(Some(Refused { ip, what, local: false })),
            }
        }
        match refused {
            Some(refused) if permitted.is_empty() => Err(refused),
            _ => Ok(permitted),
        }
    }

    fn is_proxy(&self, uri: &Uri) -> bool {
        let port = uri.port_u16();
        self.proxy.as_ref().is_some_and(|(host, at)| {
            uri.host() == Some(host.as_str()) && port.is_none_or(|port| port == *at)
        })
    }
}

impl Resolver for Checked {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let found = self.system.resolve(uri, config, timeout)?;
        if self.is_proxy(uri) {
            return Ok(found);
        }
        let permitted = self.permitted(&found).map_err(|refused| ureq::Error::Other(Box::new(refused)))?;
        let mut out = self.empty();
        for address in permitted {
            out.push(address);
        }
        Ok(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_host_with_several_addresses_only_the_public_ones_are_connected_to() {
        let found: Vec<SocketAddr> =
            ["127.0.0.1:80", "8.8.8.8:80", "[fd00::1]:80", "0.0.0.0:80"].map(|a| a.parse().unwrap()).to_vec();
        let strict = Checked::default();
        assert_eq!(strict.permitted(&found).unwrap(), [found[1]]);
        let refused = strict.permitted(&found[..1]).unwrap_err();
        assert!(refused.local && refused.to_string().contains("this computer"), "{refused}");
        let open = Checked { allow_local: true, ..Checked::default() };
        assert_eq!(open.permitted(&found).unwrap(), found[..3]);
        assert!(!open.permitted(&found[3..]).unwrap_err().local);
    }
}
