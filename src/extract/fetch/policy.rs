//! Which addresses are of the public internet.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Where an address lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// In the public internet.
    Public,
    /// On this computer or in a local network; what it is.
    Local(&'static str),
    /// Nowhere that a page could come from; what it is.
    Nowhere(&'static str),
}

/// Where an address lies, by IANA's registries of special-purpose addresses
/// (`iana-ipv4-special-registry`, `iana-ipv6-special-registry`; RFC 6890). IPv6 addresses that stand for IPv4 ones
/// (mapped, NAT64, 6to4) lie where those do.
#[must_use]
pub fn reach(ip: IpAddr) -> Reach {
    match ip {
        IpAddr::V4(ip) => reach_v4(ip),
        IpAddr::V6(ip) => reach_v6(ip),
    }
}

fn reach_v4(ip: Ipv4Addr) -> Reach {
    match ip.octets() {
        [0, 0, 0, 0] => Reach::Nowhere("the unspecified address"),
        [255, 255, 255, 255] => Reach::Nowhere("the broadcast address"),
        [127, ..] => Reach::Local("this computer"),
        [10, ..] | [172, 16..=31, ..] | [192, 168, ..] => Reach::Local("an address of a private network"),
        [100, 64..=127, ..] => Reach::Local("an address of a provider's inner network"),
        [169, 254, ..] => Reach::Local("a link-local address"),
        [224..=239, ..] => Reach::Nowhere("a multicast address"),
        [0 | 240..=255, ..] | [192, 0, 0, _] | [192, 88, 99, _] => Reach::Nowhere("a reserved address"),
        [192, 0, 2, _] | [198, 51, 100, _] | [203, 0, 113, _] => {
            Reach::Nowhere("an address for examples in documents")
        }
        [198, 18..=19, ..] => Reach::Local("an address for tests in a laboratory"),
        _ => Reach::Public,
    }
}

fn reach_v6(ip: Ipv6Addr) -> Reach {
    if let Some(v4) = ip.to_ipv4_mapped() {
        return reach_v4(v4);
    }
    let v4 = |high: u16, low: u16| {
        let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
        reach_v4(Ipv4Addr::new(a, b, c, d))
    };
    match ip.segments() {
        [0, 0, 0, 0, 0, 0, 0, 0] => Reach::Nowhere("the unspecified address"),
        [0, 0, 0, 0, 0, 0, 0, 1] => Reach::Local("this computer"),
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] | [0x2002, high, low, ..] => v4(high, low),
        [0x64, 0xff9b, 1, ..] | [0xfc00..=0xfdff, ..] => Reach::Local("an address of a private network"),
        [0xfe80..=0xfebf, ..] => Reach::Local("a link-local address"),
        [0xfec0..=0xfeff, ..] => Reach::Local("a site-local address"),
        [0xff00..=0xffff, ..] => Reach::Nowhere("a multicast address"),
        [0x2001, 0xdb8, ..] | [0x3fff, 0..=0x0fff, ..] => {
            Reach::Nowhere("an address for examples in documents")
        }
        // Teredo, ORCHID, benchmarking and others that lead out of the internet or around the checks.
        [0x2001, 0..=0x01ff, ..] => Reach::Nowhere("a reserved address"),
        [0x2000..=0x3fff, ..] => Reach::Public,
        _ => Reach::Nowhere("a reserved address"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(ip: &str) -> Reach {
        reach(ip.parse().unwrap())
    }

    #[test]
    fn addresses_of_the_internet_are_public() {
        for ip in [
            "1.1.1.1",
            "8.8.8.8",
            "9.255.255.255",
            "11.0.0.0",
            "100.63.255.255",
            "100.128.0.0",
            "126.255.255.255",
            "128.0.0.1",
            "169.253.255.255",
            "169.255.0.0",
            "172.15.255.255",
            "172.32.0.0",
            "192.0.1.1",
            "192.167.255.255",
            "192.169.0.0",
            "198.17.255.255",
            "198.20.0.0",
            "223.255.255.255",
            "2606:4700:4700::1111",
            "2a00:1450:4001::200e",
            "2001:200::1",
            "2001:4860:4860::8888",
            "::ffff:8.8.8.8",
            "64:ff9b::808:808",
            "2002:808:808::1",
        ] {
            assert_eq!(of(ip), Reach::Public, "{ip}");
        }
    }

    #[test]
    fn this_computer_and_local_networks_are_local_however_they_are_written() {
        for ip in [
            "127.0.0.1",
            "127.255.255.254",
            "10.0.0.1",
            "10.255.255.255",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.0.1",
            "192.168.255.255",
            "100.64.0.1",
            "100.127.255.255",
            "169.254.169.254",
            "198.18.0.1",
            "198.19.255.255",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:10.1.2.3",
            "::ffff:169.254.169.254",
            "64:ff9b::7f00:1",
            "64:ff9b::a9fe:a9fe",
            "64:ff9b:1::1",
            "2002:7f00:1::",
            "2002:c0a8:1::1",
            "fc00::1",
            "fd12:3456:789a::1",
            "fdff:ffff::",
            "fe80::1",
            "febf::1",
            "fec0::1",
        ] {
            assert!(matches!(of(ip), Reach::Local(_)), "{ip}: {:?}", of(ip));
        }
    }

    #[test]
    fn addresses_that_lead_nowhere_are_never_fetched() {
        for ip in [
            "0.0.0.0",
            "0.1.2.3",
            "224.0.0.1",
            "239.255.255.255",
            "240.0.0.1",
            "255.255.255.255",
            "192.0.0.1",
            "192.0.2.1",
            "198.51.100.1",
            "203.0.113.1",
            "192.88.99.1",
            "::",
            "::ffff:0.0.0.0",
            "::7f00:1",
            "::ffff:224.0.0.1",
            "ff02::1",
            "ffff::",
            "2001::1",
            "2001:db8::1",
            "100::1",
            "3fff::1",
            "4000::1",
            "5f00::1",
        ] {
            assert!(matches!(of(ip), Reach::Nowhere(_)), "{ip}: {:?}", of(ip));
        }
    }
}
