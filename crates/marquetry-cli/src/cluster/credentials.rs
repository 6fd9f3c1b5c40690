//! Where an engine is, and what lets us in.

use crate::output;
use anyhow::{Context, Result, bail};
use async_nats::ConnectOptions;
use std::fmt;
use std::path::{Path, PathBuf};

/// The longest file of credentials.
const MAX_CREDENTIALS: usize = 1 << 20;

/// An engine: its address and what it asks for.
#[derive(Clone, Debug)]
pub struct Engine {
    address: String,
    tls: bool,
    credentials: Option<Credentials>,
}

/// A file of credentials.
#[derive(Clone)]
struct Credentials {
    path: PathBuf,
    secret: Secret,
    /// Whether the file also holds the certificate of those who vouch for the engine.
    certificate: bool,
}

#[derive(Clone)]
enum Secret {
    /// The seed of a key, as `engine init` writes it.
    Seed(String),
    /// A file of NATS's own tools: a token and a seed.
    Token(String),
    /// A name and a password.
    Password(String, String),
    /// Nothing but the certificate.
    None,
}

impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Credentials").field("path", &self.path).finish_non_exhaustive()
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.address)
    }
}

impl Engine {
    /// The engine at an address such as `tls://host:4222`, entered with a file of credentials.
    ///
    /// # Errors
    /// If the address or the file is not what it should be.
    pub fn new(address: &str, credentials: Option<&Path>) -> Result<Self> {
        let (scheme, place) = address.split_once("://").unwrap_or(("nats", address));
        let tls = match scheme {
            "tls" => true,
            "nats" => false,
            _ => bail!("expected an engine such as tls://host:4222, found {address:?}"),
        };
        if place.contains('@') {
            bail!("an address has no password: put it into a file and name that with --creds");
        }
        let odd = |c: char| c.is_whitespace() || c.is_control() || "/?#,".contains(c);
        if place.is_empty() || place.contains(odd) {
            bail!("expected an engine such as tls://host:4222, found {address:?}");
        }
        let credentials = credentials.map(Credentials::read).transpose()?;
        Ok(Self { address: format!("{scheme}://{place}"), tls, credentials })
    }

    /// Its address.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Whether there is anything to be let in with.
    pub(super) fn has_credentials(&self) -> bool {
        self.credentials.is_some()
    }

    /// The options of a connection that knows address and credentials.
    pub(super) fn options(&self) -> Result<ConnectOptions> {
        let options = ConnectOptions::new().require_tls(self.tls);
        let Some(Credentials { path, secret, certificate }) = &self.credentials else {
            return Ok(options);
        };
        let options = match certificate {
            true => options.add_root_certificates(path.clone()),
            false => options,
        };
        let bad = || format!("{}: expected credentials", path.display());
        Ok(match secret {
            Secret::Seed(seed) => options.nkey(seed.clone()),
            Secret::Token(text) => options.credentials(text).with_context(bad)?,
            Secret::Password(user, password) => {
                options.user_and_password(user.clone(), password.clone())
            }
            Secret::None => options,
        })
    }
}

impl Credentials {
    fn read(path: &Path) -> Result<Self> {
        let bytes = output::read_at_most(&path.to_string_lossy(), MAX_CREDENTIALS)?;
        let name = path.display();
        let text = String::from_utf8(bytes).with_context(|| format!("{name}: expected text"))?;
        let certificate = text.contains("BEGIN CERTIFICATE");
        let value = |key: &str| {
            let found = text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(": "));
            found.map(|value| value.trim().to_owned())
        };
        let secret = if text.contains("BEGIN NATS USER JWT") {
            Secret::Token(text)
        } else if let Some(seed) = value("seed") {
            if nkeys::KeyPair::from_seed(&seed).is_err() {
                bail!("{name}: the seed is damaged");
            }
            Secret::Seed(seed)
        } else if let Some((user, password)) = value("user").zip(value("password")) {
            Secret::Password(user, password)
        } else if certificate {
            Secret::None
        } else {
            bail!("{name}: expected credentials, such as `marquetry engine init` writes");
        };
        Ok(Self { path: path.to_owned(), secret, certificate })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_understood_or_refused() {
        let address = |text: &str| Engine::new(text, None).map(|engine| engine.to_string());
        assert_eq!(address("tls://host:4222").unwrap(), "tls://host:4222");
        assert_eq!(address("localhost:4222").unwrap(), "nats://localhost:4222");
        for bad in
            ["http://host", "tls://", "", "tls://me:word@host:4222", "tls://a b", "nats://a/b"]
        {
            assert!(address(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn credentials_are_understood_or_refused() {
        let desk = tempfile::tempdir().unwrap();
        let path = desk.path().join("creds");
        let read = |text: &str| {
            std::fs::write(&path, text).unwrap();
            Engine::new("tls://host", Some(&path)).map(|engine| engine.options().is_ok())
        };
        let seed = nkeys::KeyPair::new_user().seed().unwrap();
        assert!(read(&format!("words\nseed: {seed}\n")).unwrap());
        assert!(read("user: me\npassword: word\n").unwrap());
        for bad in ["", "seed: SUNONE", "user: me", "\u{0}"] {
            assert!(read(bad).is_err(), "{bad:?}");
        }
        let shown = format!("{:?}", Engine::new("tls://host", Some(&path)).err());
        assert!(!shown.contains(&seed));
    }
}
