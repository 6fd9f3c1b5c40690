//! What a file lies on.

use std::path::Path;

/// File systems whose locks and shared memory cannot be relied on between machines.
const REMOTE: [&str; 17] = [
    "nfs",
    "nfs4",
    "cifs",
    "smb3",
    "smbfs",
    "lustre",
    "gpfs",
    "beegfs",
    "ceph",
    "afs",
    "9p",
    "orangefs",
    "pvfs2",
    "panfs",
    "fuse.sshfs",
    "fuse.glusterfs",
    "fuse.cephfs",
];

/// The kind of network file system a file lies on, or will; `None` for a local one, or where the system
/// does not tell.
#[must_use]
pub fn network_file_system(path: &Path) -> Option<String> {
    let mounts = std::fs::read_to_string("/proc/self/mounts").ok()?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = std::fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
    kind_of(&mounts, &folder).filter(|kind| REMOTE.contains(&kind.as_str()))
}

/// The kind of the file system a folder is in: that of the longest mount it is below, the last of
/// equals.
fn kind_of(mounts: &str, folder: &Path) -> Option<String> {
    let mounts = mounts.lines().filter_map(|line| {
        let mut words = line.split(' ').skip(1);
        // Spaces are written in octal.
        Some((words.next()?.replace("\\040", " "), words.next()?.to_owned()))
    });
    let around = mounts.filter(|(place, _)| folder.starts_with(place));
    around.max_by_key(|(place, _)| place.len()).map(|(_, kind)| kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_mount_counts() {
        let mounts = "/dev/vda / ext4 rw 0 0\nhost:/home /home nfs4 rw 0 0\n\
                      /dev/vdb /home/me/my\\040disk xfs rw 0 0\n";
        let kind = |path: &str| kind_of(mounts, Path::new(path));
        assert_eq!(kind("/var").as_deref(), Some("ext4"));
        assert_eq!(kind("/home/me").as_deref(), Some("nfs4"));
        assert_eq!(kind("/homework").as_deref(), Some("ext4"));
        assert_eq!(kind("/home/me/my disk/runs").as_deref(), Some("xfs"));
        assert!(REMOTE.contains(&"nfs4") && !REMOTE.contains(&"ext4"));
    }
}
