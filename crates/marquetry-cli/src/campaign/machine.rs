//! What a run was made on.

use std::fs;
use std::sync::OnceLock;

/// The processor, its cores and the system, such as `AMD EPYC 7B13, 2 cores, linux x86_64`.
#[must_use]
pub fn machine() -> &'static str {
    static MACHINE: OnceLock<String> = OnceLock::new();
    MACHINE.get_or_init(|| {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let plural = if cores == 1 { "" } else { "s" };
        let system = format!("{} {}", std::env::consts::OS, std::env::consts::ARCH);
        let processor = processor().unwrap_or_else(|| "unknown processor".to_owned());
        format!("{processor}, {cores} core{plural}, {system}")
    })
}

fn processor() -> Option<String> {
    let text = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

/// The compiler this program was made with.
#[must_use]
pub fn compiler() -> &'static str {
    env!("MARQUETRY_COMPILER")
}

/// The seconds this thread has kept a processor busy; `None` where the system does not tell.
#[must_use]
pub fn thread_seconds() -> Option<f64> {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Some(time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9)
    }
    #[cfg(not(unix))]
    None
}
