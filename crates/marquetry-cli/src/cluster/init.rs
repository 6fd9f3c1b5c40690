//! What a nats-server needs to be an engine: configuration, certificates, credentials.

use super::link::Role;
use crate::output;
use anyhow::{Context, Result, bail};
use nkeys::KeyPair;
use rcgen::{
    BasicConstraints, CertificateParams, DnType, ExtendedKeyUsagePurpose, IsCa, Issuer,
    KeyUsagePurpose,
};
use std::fs;
use std::path::{Path, PathBuf};

/// What stands before the names by which an engine is reached, in its configuration.
const REACHED: &str = "# reached as: ";
/// The name of those who vouch for the engine's certificate.
const AUTHORITY: &str = "Marquetry engine";

/// What an engine shall be.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Names and numbers by which other machines reach it.
    pub hosts: Vec<String>,
    /// The port.
    pub port: u16,
    /// Name and fingerprint of each puzzle that is hunted together.
    pub hunts: Vec<(String, String)>,
}

/// What was made.
#[derive(Clone, Debug)]
pub struct Made {
    /// The configuration.
    pub configuration: PathBuf,
    /// Files of credentials, each for one role.
    pub credentials: Vec<PathBuf>,
    /// Names and numbers by which the engine is known.
    pub hosts: Vec<String>,
}

/// Someone whom the engine lets in.
struct Member {
    role: Role,
    /// The puzzle of a hunter.
    puzzle: Option<String>,
    file: PathBuf,
    key: KeyPair,
}

/// Writes what is missing in a folder; keys and certificates that are there stay.
///
/// # Errors
/// If a file cannot be read or written, or a name is none.
pub fn init(folder: &Path, wanted: &Wanted) -> Result<Made> {
    let streams = folder.join("streams");
    fs::create_dir_all(&streams).with_context(|| format!("cannot make {}", streams.display()))?;
    let folder =
        fs::canonicalize(folder).with_context(|| format!("cannot find {}", folder.display()))?;
    let configuration = folder.join("nats.conf");
    let hosts = hosts(&configuration, wanted)?;
    let authority = certify(&folder, &hosts)?;
    let members = members(&folder, wanted, &authority)?;
    write(&configuration, &nats_conf(&folder, wanted.port, &hosts, &members)?, false)?;
    let credentials = members.into_iter().map(|member| member.file).collect();
    Ok(Made { configuration, credentials, hosts })
}

/// The names the engine had and those it gets.
fn hosts(configuration: &Path, wanted: &Wanted) -> Result<Vec<String>> {
    let before = fs::read_to_string(configuration).unwrap_or_default();
    let before = before.lines().find_map(|line| line.strip_prefix(REACHED)).unwrap_or_default();
    let usual = ["localhost", "127.0.0.1", "::1"].map(str::to_owned);
    let mut hosts: Vec<String> = Vec::new();
    for host in
        usual.into_iter().chain(before.split(' ').map(str::to_owned)).chain(wanted.hosts.clone())
    {
        let plain = |c: char| c.is_ascii_alphanumeric() || ".-:_".contains(c);
        if !host.chars().all(plain) {
            bail!("expected the name or number of a machine, found {host:?}");
        }
        if !host.is_empty() && !hosts.contains(&host) {
            hosts.push(host);
        }
    }
    Ok(hosts)
}

/// Makes the certificate of the engine, and that of an authority which vouches for it; returns the
/// latter. The authority's key stays, so that credentials given away go on to be good.
fn certify(folder: &Path, hosts: &[String]) -> Result<String> {
    let [key_file, authority_file] =
        ["authority.key", "authority.pem"].map(|name| folder.join(name));
    let mut params = CertificateParams::new(Vec::new())?;
    params.distinguished_name.push(DnType::CommonName, AUTHORITY);
    params.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
    params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
    let key = match fs::read_to_string(&key_file) {
        Ok(text) => rcgen::KeyPair::from_pem(&text)
            .with_context(|| format!("{}: expected a key", key_file.display()))?,
        Err(_) => {
            let key = rcgen::KeyPair::generate()?;
            write(&key_file, &key.serialize_pem(), true)?;
            write(&authority_file, &params.self_signed(&key)?.pem(), false)?;
            key
        }
    };
    let authority = fs::read_to_string(&authority_file)
        .with_context(|| format!("cannot read {}", authority_file.display()))?;
    let issuer = Issuer::new(params, key);
    let mut server = CertificateParams::new(hosts.to_vec())?;
    server.distinguished_name.push(DnType::CommonName, "nats-server");
    server.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
    let server_key = rcgen::KeyPair::generate()?;
    let certificate = server.signed_by(&server_key, &issuer)?;
    write(&folder.join("server.key"), &server_key.serialize_pem(), true)?;
    write(&folder.join("server.pem"), &certificate.pem(), false)?;
    Ok(authority)
}

/// Everyone whom the engine lets in: keeper, workers, the hunters that were there and the new ones.
fn members(folder: &Path, wanted: &Wanted, authority: &str) -> Result<Vec<Member>> {
    let mut members = Vec::new();
    for role in [Role::Keeper, Role::Worker] {
        members.push(member(folder, role.name(), role, None, authority)?);
    }
    for (name, fingerprint) in &wanted.hunts {
        let name = format!("hunter-{}", output::slug(name));
        members.push(member(folder, &name, Role::Hunter, Some(fingerprint), authority)?);
    }
    let files =
        fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut names: Vec<String> = files
        .filter_map(|file| file.ok()?.file_name().into_string().ok())
        .filter_map(|name| Some(name.strip_suffix(".creds")?.to_owned()))
        .filter(|name| name.starts_with("hunter-"))
        .collect();
    names.sort();
    for name in names {
        let file = folder.join(format!("{name}.creds"));
        if members.iter().all(|member| member.file != file) {
            members.push(member(folder, &name, Role::Hunter, None, authority)?);
        }
    }
    Ok(members)
}

/// Someone with a file of credentials, which is made if it is not there.
fn member(
    folder: &Path,
    name: &str,
    role: Role,
    puzzle: Option<&String>,
    authority: &str,
) -> Result<Member> {
    let file = folder.join(format!("{name}.creds"));
    let bad = || format!("{}: expected credentials", file.display());
    if let Ok(text) = fs::read_to_string(&file) {
        let value = |key: &str| text.lines().find_map(|line| line.strip_prefix(key));
        let key = KeyPair::from_seed(value("seed: ").unwrap_or_default().trim());
        let key = key.ok().with_context(bad)?;
        let known = value("puzzle: ").map(|known| known.trim().to_owned());
        if puzzle.is_some_and(|puzzle| known.as_ref() != Some(puzzle)) {
            bail!("{} is for another puzzle: give this one another name", file.display());
        }
        return Ok(Member { role, puzzle: known, file, key });
    }
    let key = KeyPair::new_user();
    let seed = key.seed().ok().context("cannot make a key")?;
    let of = puzzle.map_or_else(String::new, |puzzle| format!("puzzle: {puzzle}\n"));
    let words = match role {
        Role::Hunter => {
            "Marquetry: lets hunters upload boards of one puzzle and hear of better ones."
        }
        Role::Worker => {
            "Marquetry: lets workers make runs. Only for those whose runs you would believe."
        }
        Role::Keeper => "Marquetry: lets the keeper do everything. Keep it to yourself.",
    };
    write(&file, &format!("{words}\n{of}seed: {seed}\n{authority}"), true)?;
    Ok(Member { role, puzzle: puzzle.cloned(), file, key })
}

/// What a role may send, and what it may hear besides its own inbox.
fn permissions(member: &Member) -> (Vec<String>, Vec<String>) {
    let puzzle = member.puzzle.as_deref().unwrap_or("none");
    let (send, hear): (&[&str], &[&str]) = match member.role {
        Role::Keeper => (&["$JS.API.>", "$JS.ACK.>", "mq.>"], &["mq.sign.*"]),
        Role::Worker => (
            &[
                "$JS.API.CONSUMER.MSG.NEXT.MQ_JOBS.*",
                "$JS.API.CONSUMER.LIST.MQ_JOBS",
                "$JS.API.DIRECT.GET.MQ_PUZZLES.>",
                "$JS.ACK.MQ_JOBS.>",
                "mq.run.*.*",
                "mq.sign.*",
            ],
            &[],
        ),
        Role::Hunter => (
            &[
                "mq.board.PUZZLE.*",
                "mq.session.PUZZLE",
                "$JS.API.DIRECT.GET.MQ_HUNT.mq.best.PUZZLE",
            ],
            &[],
        ),
    };
    let fill = |subject: &&str| subject.replace("PUZZLE", puzzle);
    let inbox = format!("{}.>", member.role.inbox());
    let hear = hear.iter().map(fill).chain([inbox]).collect();
    // A puzzle's name is not part of the worker's streams.
    let send = match member.role {
        Role::Hunter => send.iter().map(fill).collect(),
        _ => send.iter().map(|&subject| subject.to_owned()).collect(),
    };
    (send, hear)
}

fn nats_conf(folder: &Path, port: u16, hosts: &[String], members: &[Member]) -> Result<String> {
    let quoted = |name: &str| serde_json::to_string(&folder.join(name).to_string_lossy());
    let mut users = Vec::new();
    for member in members {
        let (send, hear) = permissions(member);
        let name = member.file.file_name().unwrap_or_default().to_string_lossy();
        users.push(format!(
            "    # {name}\n    {{ nkey: {}, permissions: {{ publish: {}, subscribe: {} }} }}",
            member.key.public_key(),
            serde_json::to_string(&send)?,
            serde_json::to_string(&hear)?,
        ));
    }
    Ok(format!(
        "# Written by `marquetry engine init`, which adds hosts and hunters when it is called again.\n\
         {REACHED}{}\n\
         listen: \"0.0.0.0:{port}\"\n\
         # Runs with long traces are long.\n\
         max_payload: 8MB\n\
         jetstream {{\n  store_dir: {}\n  \
         # What is acknowledged is on disk: by default two minutes of it would be lost with the power.\n  \
         sync_interval: always\n}}\n\
         tls {{\n  cert_file: {}\n  key_file: {}\n  timeout: 5\n}}\n\
         authorization {{\n  users: [\n{}\n  ]\n}}\n",
        hosts.join(" "),
        quoted("streams")?,
        quoted("server.pem")?,
        quoted("server.key")?,
        users.join(",\n"),
    ))
}

/// Writes a file; a secret one is for its owner alone.
fn write(path: &Path, text: &str, secret: bool) -> Result<()> {
    #[cfg(unix)]
    if secret && !path.exists() {
        use std::os::unix::fs::OpenOptionsExt;
        let mut options = fs::File::options();
        let made = options.write(true).create_new(true).mode(0o600).open(path);
        made.with_context(|| format!("cannot write {}", path.display()))?;
    }
    #[cfg(not(unix))]
    let _ = secret;
    output::save(path, text.as_bytes())?;
    #[cfg(unix)]
    if secret {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(path, fs::Permissions::from_mode(0o600))
            .with_context(|| format!("cannot protect {}", path.display()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_there_stays_and_what_is_new_is_added() {
        let desk = tempfile::tempdir().unwrap();
        let read = |name: &str| fs::read_to_string(desk.path().join(name)).unwrap();
        let wanted = Wanted { port: 4222, ..Wanted::default() };
        let made = init(desk.path(), &wanted).unwrap();
        assert_eq!(made.credentials.len(), 2);
        let [keeper, authority] = ["keeper.creds", "authority.pem"].map(read);
        let hunts = vec![("Eternity II".to_owned(), "0123456789abcdef".to_owned())];
        let more = Wanted { hosts: vec!["host.example".to_owned()], hunts, ..wanted.clone() };
        let made = init(desk.path(), &more).unwrap();
        assert_eq!(made.credentials.len(), 3);
        assert_eq!((keeper, authority), (read("keeper.creds"), read("authority.pem")));
        let made = init(desk.path(), &wanted).unwrap();
        assert_eq!(
            (made.credentials.len(), made.hosts.last().unwrap().as_str()),
            (3, "host.example")
        );
        let conf = read("nats.conf");
        assert!(
            conf.contains("sync_interval: always") && conf.contains("mq.board.0123456789abcdef.*")
        );
        for name in ["keeper", "worker", "hunter-eternity-ii"] {
            let text = read(&format!("{name}.creds"));
            let seed = text.lines().find_map(|line| line.strip_prefix("seed: ")).unwrap();
            assert!(!conf.contains(seed), "the server needs no secret");
        }
        let bad = Wanted { hosts: vec!["a b".to_owned()], ..wanted };
        assert!(init(desk.path(), &bad).is_err());
    }
}
