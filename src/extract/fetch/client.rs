//! Asks for a page: connections, redirects, limits.

use super::error::status;
use super::resolver::{Checked, Refused};
use super::{Address, FetchError, Fetched, content};
use crate::text::{Cancel, Progress};
use std::io::Read;
use std::net::ToSocketAddrs;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant, SystemTime};
use ureq::http::{Response, header};
use ureq::unversioned::transport::DefaultConnector;
use ureq::{Agent, Body, Proxy, Timeout};

/// The name under which pages are asked for.
const USER_AGENT: &str = concat!("Fundstelle/", env!("CARGO_PKG_VERSION"));

/// What is read, the best first.
const ACCEPT: &str =
    "text/html, application/xhtml+xml, application/pdf, text/markdown, text/plain;q=0.9, */*;q=0.1";

/// How often it is looked whether the person has stopped a fetch.
const GLANCE: Duration = Duration::from_millis(50);

/// The limits of a fetch.
#[derive(Clone, Debug)]
pub struct FetchOptions {
    /// Whether pages of this computer and of local networks may be fetched.
    pub allow_local: bool,
    /// The most bytes that are taken, after unpacking.
    pub max_bytes: u64,
    /// How many redirects are followed.
    pub max_redirects: u32,
    /// How long looking up a host and connecting to it may each take.
    pub connect: Duration,
    /// How long the server may be silent.
    pub silence: Duration,
    /// How long all of it may take.
    pub total: Duration,
    /// Raised to stop.
    pub cancel: Cancel,
    /// Counts bytes; the total where the server tells it.
    pub progress: Progress,
}

impl Default for FetchOptions {
    fn default() -> Self {
        Self {
            allow_local: false,
            max_bytes: 64 << 20,
            max_redirects: 5,
            connect: Duration::from_secs(10),
            silence: Duration::from_secs(20),
            total: Duration::from_mins(3),
            cancel: Cancel::new(),
            progress: Progress::default(),
        }
    }
}

/// Fetches a page. Returns soon after the cancel flag is raised, whatever the network does.
///
/// # Errors
/// If the address may not be fetched, nobody answers, the answer is no page that can be read, or a limit is reached.
pub fn fetch(address: &Address, options: &FetchOptions) -> Result<Fetched, FetchError> {
    let client = Client::new(address.clone(), options.clone());
    let agents = client.agents();
    let (sender, receiver) = channel();
    let run = move || {
        // Nobody waits any more after a cancel.
        let _ = sender.send(client.run());
    };
    let broken = |detail: String| FetchError::Broken { address: address.to_string(), detail };
    std::thread::Builder::new().name("fetch".to_owned()).spawn(run).map_err(|e| broken(e.to_string()))?;
    let started = Instant::now();
    let outcome = loop {
        match receiver.recv_timeout(GLANCE) {
            Ok(outcome) => return outcome,
            Err(RecvTimeoutError::Disconnected) => break broken("the program failed on it".to_owned()),
            Err(RecvTimeoutError::Timeout) if options.cancel.is_cancelled() => {
                break FetchError::Cancelled { address: address.to_string() };
            }
            Err(RecvTimeoutError::Timeout) if started.elapsed() > options.total => {
                break too_slow(address, "fetching it", options.total);
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    };
    agents.into_iter().for_each(Agent::shutdown);
    Err(outcome)
}

fn too_slow(address: &Address, what: &'static str, limit: Duration) -> FetchError {
    FetchError::TooSlow { address: address.to_string(), what, seconds: limit.as_secs_f64().ceil() as u64 }
}

struct Client {
    address: Address,
    options: FetchOptions,
    /// Connects to hosts.
    direct: Agent,
    /// Connects to the proxy that the environment names.
    proxied: Option<(Proxy, Agent)>,
}

impl Client {
    fn new(address: Address, options: FetchOptions) -> Self {
        let direct = agent(&options, None);
        let proxied = Proxy::try_from_env().map(|proxy| (proxy.clone(), agent(&options, Some(proxy))));
        Self { address, options, direct, proxied }
    }

    fn agents(&self) -> Vec<Agent> {
        [Some(&self.direct), self.proxied.as_ref().map(|(_, agent)| agent)]
            .into_iter()
            .flatten()
            .cloned()
            .collect()
    }

    fn run(&self) -> Result<Fetched, FetchError> {
        let mut at = self.address.clone();
        let mut seen = vec![at.clone()];
        loop {
            let answer = self.ask(&at).map_err(|error| self.after_redirect(&at, error))?;
            let Some(location) = redirect(&answer) else {
                return self.take(&at, answer).map_err(|error| self.after_redirect(&at, error));
            };
            let next = at.join(&location).map_err(|error| match error {
                bad @ FetchError::BadRedirect { .. } => bad,
                error => FetchError::Redirected { address: at.to_string(), error: Box::new(error) },
            })?;
            if seen.contains(&next) {
                return Err(FetchError::Ring { address: self.address.to_string(), again: next.to_string() });
            }
            if seen.len() > self.options.max_redirects as usize {
                let (address, limit) = (self.address.to_string(), self.options.max_redirects);
                return Err(FetchError::TooManyRedirects { address, limit });
            }
            seen.push(next.clone());
            at = next;
        }
    }

    /// A fault at another address than the one that was asked for says how it came there.
    fn after_redirect(&self, at: &Address, error: FetchError) -> FetchError {
        if *at == self.address {
            return error;
        }
        FetchError::Redirected { address: self.address.to_string(), error: Box::new(error) }
    }

    fn ask(&self, at: &Address) -> Result<Response<Body>, FetchError> {
        let (agent, proxy) = self.agent_for(at)?;
        let answer = agent.get(at.as_str()).call();
        answer.map_err(|error| self.explain(at, error, proxy.map(|p| format!("{}:{}", p.host(), p.port()))))
    }

    /// The proxy's agent, but not for this computer and for hosts that are to be asked directly.
    fn agent_for(&self, at: &Address) -> Result<(&Agent, Option<&Proxy>), FetchError> {
        let Some((proxy, agent)) = &self.proxied else { return Ok((&self.direct, None)) };
        let uri = at.as_str().parse().ok();
        if at.is_this_computer() || uri.is_some_and(|uri| proxy.is_no_proxy(&uri)) {
            return Ok((&self.direct, None));
        }
        // The proxy looks the name up by itself. What this computer knows as a local name is refused all the same.
        let host = at.host();
        let bare = host.strip_suffix(&format!(":{}", at.port())).unwrap_or(&host);
        if let Ok(found) = (bare.trim_matches(['[', ']']), at.port()).to_socket_addrs() {
            let checked = Checked { allow_local: self.options.allow_local, ..Checked::default() };
            checked.permitted(&found.collect::<Vec<_>>()).map_err(|refused| refusal(at, &refused))?;
        }
        Ok((agent, Some(proxy)))
    }

    fn explain(&self, at: &Address, error: ureq::Error, proxy: Option<String>) -> FetchError {
        let (address, host) = (at.to_string(), at.host());
        let options = &self.options;
        match error {
            ureq::Error::Other(other) => match other.downcast::<Refused>() {
                Ok(refused) => refusal(at, &refused),
                Err(other) => FetchError::Broken { address, detail: other.to_string() },
            },
            ureq::Error::HostNotFound => FetchError::NoHost { address, host, proxy },
            ureq::Error::Timeout(Timeout::Resolve) => too_slow(at, "looking up the host", options.connect),
            ureq::Error::Timeout(Timeout::Connect) => too_slow(at, "connecting", options.connect),
            ureq::Error::Timeout(Timeout::Global) => too_slow(at, "fetching it", options.total),
            ureq::Error::Timeout(_) => too_slow(at, "waiting for the server", options.silence),
            ureq::Error::Tls(detail) => FetchError::Insecure { address, host, detail: detail.to_owned() },
            ureq::Error::Rustls(error) => FetchError::Insecure { address, host, detail: error.to_string() },
            ureq::Error::TlsRequired => {
                FetchError::Insecure { address, host, detail: "the connection is not encrypted".to_owned() }
            }
            ureq::Error::Io(error) => Self::explain_io(address, host, &error, proxy),
            ureq::Error::ConnectionFailed | ureq::Error::ConnectProxyFailed(_) => {
                FetchError::Unreachable { address, host, detail: error.to_string(), proxy }
            }
            error => FetchError::Broken { address, detail: error.to_string() },
        }
    }

    fn explain_io(
        address: String,
        host: String,
        error: &std::io::Error,
        proxy: Option<String>,
    ) -> FetchError {
        use std::io::ErrorKind as Kind;
        let detail = error.to_string();
        match error.kind() {
            Kind::ConnectionRefused
            | Kind::HostUnreachable
            | Kind::NetworkUnreachable
            | Kind::NetworkDown
            | Kind::AddrNotAvailable
            | Kind::PermissionDenied
            | Kind::TimedOut => FetchError::Unreachable { address, host, detail, proxy },
            // A handshake's faults come as invalid data.
            Kind::InvalidData if address.starts_with("https:") => {
                FetchError::Insecure { address, host, detail }
            }
            // What the system's name service says has no kind of its own.
            _ if detail.contains("lookup address") => FetchError::NoHost { address, host, proxy },
            _ => FetchError::Broken { address, detail },
        }
    }

    /// Takes the page from an answer that is no redirect.
    fn take(&self, at: &Address, answer: Response<Body>) -> Result<Fetched, FetchError> {
        let code = answer.status().as_u16();
        if !matches!(code, 200 | 203) {
            let (meaning, advice) = status(code);
            return Err(FetchError::Status { address: at.to_string(), code, meaning, advice });
        }
        let text = |name: header::HeaderName| {
            answer.headers().get(name).map(|v| String::from_utf8_lossy(v.as_bytes()).into_owned())
        };
        let content_type = text(header::CONTENT_TYPE).unwrap_or_default();
        let mime = content::parse(&content_type).0;
        if let Some(what) = content::refusal(&mime) {
            return Err(FetchError::Type { address: at.to_string(), what });
        }
        if let Some(encoding) = text(header::CONTENT_ENCODING).filter(|e| !e.eq_ignore_ascii_case("identity"))
        {
            let what = format!("packed in a way that was not asked for ({encoding:.40})");
            return Err(FetchError::Type { address: at.to_string(), what });
        }
        let bytes = self.body(at, answer)?;
        let at_time = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |d| d.as_secs());
        Ok(Fetched {
            address: self.address.clone(),
            location: at.to_string(),
            at: at_time,
            content_type,
            bytes: bytes.into(),
        })
    }

    fn body(&self, at: &Address, answer: Response<Body>) -> Result<Vec<u8>, FetchError> {
        let limit = self.options.max_bytes;
        let too_large = || FetchError::TooLarge { address: at.to_string(), limit };
        let length = answer.headers().get(header::CONTENT_LENGTH).and_then(|v| v.to_str().ok()?.parse().ok());
        if length.is_some_and(|n: u64| n > limit) {
            return Err(too_large());
        }
        self.options.progress.set_total(length.unwrap_or(0));
        let mut reader = answer.into_body().into_reader();
        let (mut bytes, mut buffer) = (Vec::new(), vec![0; 1 << 16]);
        loop {
            if self.options.cancel.is_cancelled() {
                return Err(FetchError::Cancelled { address: self.address.to_string() });
            }
            match reader.read(&mut buffer) {
                Ok(0) => return Ok(bytes),
                Ok(n) if bytes.len() as u64 + n as u64 > limit => return Err(too_large()),
                Ok(n) => {
                    bytes.extend_from_slice(&buffer[..n]);
                    self.options.progress.advance(n as u64);
                }
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => return Err(self.explain(at, ureq::Error::from(error), None)),
            }
        }
    }
}

fn refusal(at: &Address, refused: &Refused) -> FetchError {
    FetchError::Refused { address: at.to_string(), why: refused.to_string(), local: refused.local }
}

/// Where an answer sends on to.
fn redirect(answer: &Response<Body>) -> Option<String> {
    matches!(answer.status().as_u16(), 301 | 302 | 303 | 307 | 308).then_some(())?;
    let location = answer.headers().get(header::LOCATION)?;
    Some(String::from_utf8_lossy(location.as_bytes()).into_owned())
}

fn agent(options: &FetchOptions, proxy: Option<Proxy>) -> Agent {
    let checked = Checked {
        allow_local: options.allow_local,
        proxy: proxy.as_ref().map(|p| (p.host().to_owned(), p.port())),
        ..Checked::default()
    };
    let config = Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .max_redirects_will_error(false)
        .proxy(proxy)
        .user_agent(USER_AGENT)
        .accept(ACCEPT)
        .max_idle_connections(0)
        .timeout_resolve(Some(options.connect))
        .timeout_connect(Some(options.connect))
        .timeout_per_read(Some(options.silence))
        .timeout_per_write(Some(options.silence))
        .timeout_global(Some(options.total))
        .build();
    Agent::with_parts(config, DefaultConnector::default(), checked)
}
