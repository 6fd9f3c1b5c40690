//! A real Slurm of one node on loopback, of the programs Debian has.

use crate::desk::{Desk, wait_for};
use crate::engine::free_port;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// Controller, node and what they know each other by; all end with the test.
pub struct Slurm {
    children: Vec<Child>,
    configuration: std::path::PathBuf,
}

impl Slurm {
    /// Starts it in the folder of a test; `Err` says why not.
    pub fn start(desk: &Desk) -> Result<Self, String> {
        for program in ["munged", "slurmctld", "slurmd", "sbatch"] {
            let there = ["/usr/sbin", "/usr/bin"]
                .iter()
                .any(|place| Path::new(place).join(program).exists());
            if !there {
                return Err(format!("no {program}"));
            }
        }
        let said = |program: &str, word: &str| {
            let output = Command::new(program).arg(word).output();
            output
                .map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned())
                .unwrap_or_default()
        };
        if said("id", "-u") != "0" {
            return Err("Slurm is only tried as root".to_owned());
        }
        let (host, folder) = (said("hostname", "-s"), desk.path(""));
        let folder = folder.display();
        for name in ["state", "spool"] {
            std::fs::create_dir(desk.path(name)).expect("a folder can be made");
        }
        let key: String = (0..64).map(|_| format!("{:016x}", rand())).collect();
        desk.put("munge.key", key);
        #[cfg(unix)]
        for (name, mode) in [("munge.key", 0o600), ("", 0o755)] {
            use std::os::unix::fs::PermissionsExt;
            let mode = std::fs::Permissions::from_mode(mode);
            std::fs::set_permissions(desk.path(name), mode).expect("it is ours");
        }
        desk.put("slurm.conf", format!(
            "ClusterName=marquetry\nSlurmctldHost={host}(127.0.0.1)\nSlurmctldPort={}\nSlurmdPort={}\n\
             AuthType=auth/munge\nAuthInfo=socket={folder}/munge.sock\nSlurmUser=root\nSlurmdUser=root\n\
             StateSaveLocation={folder}/state\nSlurmdSpoolDir={folder}/spool\n\
             SlurmctldPidFile={folder}/ctld.pid\nSlurmdPidFile={folder}/d.pid\n\
             SlurmctldLogFile={folder}/ctld.log\nSlurmdLogFile={folder}/d.log\n\
             ProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\nSwitchType=switch/none\n\
             MpiDefault=none\nSelectType=select/cons_tres\nSelectTypeParameters=CR_Core\n\
             ReturnToService=2\nSchedulerParameters=sched_interval=1,batch_sched_delay=0\n\
             NodeName={host} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN\n\
             PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP\n",
            free_port(),
            free_port()
        ));
        let configuration = desk.path("slurm.conf");
        let mut slurm = Self { children: Vec::new(), configuration };
        let file = |option: &str, name: &str| format!("--{option}={folder}/{name}");
        slurm.spawn(
            desk,
            "munged",
            &[
                "--foreground",
                "--force",
                &file("key-file", "munge.key"),
                &file("socket", "munge.sock"),
                &file("pid-file", "munge.pid"),
                &file("log-file", "munge.log"),
                &file("seed-file", "munge.seed"),
            ],
        );
        wait_for("socket", || desk.path("munge.sock").exists());
        let conf = slurm.configuration.display().to_string();
        slurm.spawn(desk, "slurmctld", &["-D", "-f", &conf]);
        slurm.spawn(desk, "slurmd", &["-D", "-f", &conf]);
        wait_for("node", || {
            let output = slurm.command(desk, "sinfo").args(["--noheader", "--format=%T"]).output();
            output.is_ok_and(|output| output.stdout.starts_with(b"idle"))
        });
        Ok(slurm)
    }

    fn spawn(&mut self, desk: &Desk, program: &str, words: &[&str]) {
        let mut command = self.command(desk, &format!("/usr/sbin/{program}"));
        command.args(words).stdout(Stdio::null()).stderr(Stdio::null());
        self.children.push(command.spawn().expect("it starts"));
    }

    /// A program that talks to it.
    pub fn command(&self, desk: &Desk, program: &str) -> Command {
        let mut command = desk.program(program);
        command.env("SLURM_CONF", &self.configuration);
        command
    }
}

fn rand() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(0)
}

impl Drop for Slurm {
    fn drop(&mut self) {
        for child in self.children.iter_mut().rev() {
            _ = child.kill();
            _ = child.wait();
        }
    }
}
