//! Why an address could not be fetched.

/// Why an address could not be fetched: what, where, and what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FetchError {
    /// No web address.
    #[error("“{typed}” is no web address ({detail}). Type one such as https://example.org/manual.html")]
    Address {
        /// What was typed.
        typed: String,
        /// What is wrong with it.
        detail: String,
    },
    /// Neither `http` nor `https`.
    #[error(
        "addresses that begin with {scheme}: are not fetched, only http: and https:. Download it, and open the file"
    )]
    Scheme {
        /// The scheme.
        scheme: String,
    },
    /// A user name or password in the address.
    #[error(
        "the address at {host} holds a user name or password, which is not sent. Leave out what stands before the @, or download the page and open the file"
    )]
    Credentials {
        /// The host.
        host: String,
    },
    /// An address of this computer or a local network, or one that leads nowhere.
    #[error("{address} was not fetched: {why}.{}", if *.local {
        " Pages of the local network are fetched only where that is allowed: with --allow-local on the command line, or with the switch under Open address"
    } else {
        " Check the address"
    })]
    Refused {
        /// The address.
        address: String,
        /// Which of its IP addresses, and what that is.
        why: String,
        /// Whether allowing the local network would help.
        local: bool,
    },
    /// The name is not known.
    #[error("{address} was not fetched: no computer of the name {host} was found{}. Check the spelling and the connection to the network", through(.proxy.as_deref()))]
    NoHost {
        /// The address.
        address: String,
        /// The host.
        host: String,
        /// The proxy, where one was asked.
        proxy: Option<String>,
    },
    /// Nobody answers there.
    #[error("{address} was not fetched: {host} cannot be reached ({detail}){}. Check the address and the connection to the network", through(.proxy.as_deref()))]
    Unreachable {
        /// The address.
        address: String,
        /// The host.
        host: String,
        /// What the system says.
        detail: String,
        /// The proxy, where one was asked.
        proxy: Option<String>,
    },
    /// No secure connection.
    #[error(
        "{address} was not fetched: there is no secure connection to {host} ({detail}). Its certificate may have expired or be of another host; check the address and this computer's clock, or download the page in a browser and open the file"
    )]
    Insecure {
        /// The address.
        address: String,
        /// The host.
        host: String,
        /// What is wrong.
        detail: String,
    },
    /// It took too long.
    #[error(
        "{address} was not fetched: {what} took longer than {seconds} seconds. Try again later, or download the page in a browser and open the file"
    )]
    TooSlow {
        /// The address.
        address: String,
        /// What took so long.
        what: &'static str,
        /// The limit.
        seconds: u64,
    },
    /// The server answered that it does not give the page.
    #[error("{address} was not fetched: the server answered {code}, {meaning}. {advice}")]
    Status {
        /// The address that answered.
        address: String,
        /// The code.
        code: u16,
        /// What it means.
        meaning: &'static str,
        /// What to do.
        advice: &'static str,
    },
    /// Too many redirects.
    #[error(
        "{address} was not fetched: the server sent on more than {limit} times. Open the page in a browser and use the address that it ends at"
    )]
    TooManyRedirects {
        /// The address that was asked for.
        address: String,
        /// The limit.
        limit: u32,
    },
    /// Redirects in a ring.
    #[error(
        "{address} was not fetched: the server sends on in a ring, over {again}. Such pages often ask for a cookie, which is not kept; download the page in a browser and open the file"
    )]
    Ring {
        /// The address that was asked for.
        address: String,
        /// The address that was to be asked twice.
        again: String,
    },
    /// A redirect to nothing that could be asked for.
    #[error(
        "{address} was not fetched: it sends on to what is no address ({detail}). Open the page in a browser and use the address that it ends at"
    )]
    BadRedirect {
        /// The address that sends on.
        address: String,
        /// What is wrong.
        detail: String,
    },
    /// A redirect to what must not be fetched.
    #[error("{address} sends on to another place. There: {error}")]
    Redirected {
        /// The address that was asked for.
        address: String,
        /// Why its target is not fetched.
        error: Box<FetchError>,
    },
    /// More bytes than are fetched at most.
    #[error(
        "{address} was not fetched: it has more than the {limit} bytes that are fetched at most. Download it and open the file"
    )]
    TooLarge {
        /// The address.
        address: String,
        /// The limit.
        limit: u64,
    },
    /// Of a kind that is not read.
    #[error(
        "{address} is {what}, which is not read. PDF, Markdown, HTML and text are; convert it to one of them"
    )]
    Type {
        /// The address.
        address: String,
        /// What it is, with its article.
        what: String,
    },
    /// The connection broke off, or what came is no HTTP.
    #[error(
        "{address} was not fetched: the connection broke off or the answer makes no sense ({detail}). Try again; if it stays so, download the page in a browser and open the file"
    )]
    Broken {
        /// The address.
        address: String,
        /// What was wrong.
        detail: String,
    },
    /// It was stopped.
    #[error("fetching {address} was stopped")]
    Cancelled {
        /// The address.
        address: String,
    },
}

fn through(proxy: Option<&str>) -> String {
    let said = |proxy| format!(", through the proxy {proxy} that the environment names");
    proxy.map(said).unwrap_or_default()
}

/// What an answer other than success means, and what to do.
pub(super) fn status(code: u16) -> (&'static str, &'static str) {
    match code {
        204 | 205 => ("there is no content", "Check the address"),
        _ if code / 100 == 3 => {
            ("the page lies elsewhere, but it does not say where", "Look for it in a browser")
        }
        400 => ("it does not understand the address", "Check the address"),
        401 | 407 => (
            "it asks for a user name and password",
            "Sign in with a browser, download the page and open the file",
        ),
        402 => ("it asks for payment", "Open the page in a browser"),
        403 => (
            "it refuses to give the page",
            "It may refuse programs, or ask who you are: download the page in a browser and open the file",
        ),
        404 => ("there is no such page", "Check the address for typing errors; the page may have moved"),
        408 | 504 => ("it waited too long itself", "Try again later"),
        410 => ("the page was taken away for good", "Look for a copy elsewhere"),
        429 => ("it was asked too often", "Wait some minutes, then try again"),
        451 => ("the page is withheld for legal reasons", "Look for it elsewhere"),
        _ if code / 100 == 4 => {
            ("it does not give the page", "Check the address, or download the page in a browser")
        }
        500 => ("it failed at the page", "The fault is the server's: try again later"),
        502 => ("the server behind it does not answer", "Try again later"),
        503 => ("it is overloaded or under repair", "Try again later"),
        _ if code / 100 == 5 => ("it failed", "Try again later"),
        _ => ("which no page comes with", "Look at the address in a browser"),
    }
}
