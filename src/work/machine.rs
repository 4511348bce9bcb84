//! How much memory the machine, or the container, has.

use std::fs::read_to_string;

/// What is taken for the memory of a machine that does not say.
const USUAL_MEMORY: u64 = 8 << 30;

/// The bytes of memory that processes of this machine, or of this container, can have.
pub fn memory() -> u64 {
    let of_container = |path: &str| read_to_string(path).ok()?.trim().parse().ok();
    [
        read_to_string("/proc/meminfo")
            .ok()
            .and_then(|text| total(&text)),
        of_container("/sys/fs/cgroup/memory.max"),
        of_container("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
    ]
    .into_iter()
    .flatten()
    .min()
    .unwrap_or(USUAL_MEMORY)
}

/// The total in a text such as Linux gives, in KiB there.
fn total(meminfo: &str) -> Option<u64> {
    let line = meminfo
        .lines()
        .find_map(|it| it.strip_prefix("MemTotal:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kib.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_is_read() {
        let text = "MemTotal:       24689764 kB\nMemFree:         1000 kB\n";
        assert_eq!(total(text), Some(24_689_764 << 10));
        assert_eq!(total("MemFree: 1 kB"), None);
        assert!(memory() > 64 << 20);
    }
}
