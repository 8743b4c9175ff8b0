//! What processes have used, as Linux counts it.

use std::fs;

/// Linux counts time for programs in hundredths of a second, on every machine.
const TICKS_A_SECOND: f64 = 100.0;

/// The fields of a process's `stat` from the third on; its name, the second, may hold anything.
fn stat(process: &str) -> Option<Vec<i64>> {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let (_, fields) = text.rsplit_once(')')?;
    Some(fields.split_whitespace().map(|field| field.parse().unwrap_or(0)).collect())
}

/// The seconds that a process has worked; `self` is this one.
pub fn cpu(process: &str) -> f64 {
    let fields = stat(process).expect("it runs");
    (fields[11] + fields[12]) as f64 / TICKS_A_SECOND
}

/// The seconds that a process and its children have worked, those included that have ended.
pub fn cpu_of_family(parent: u32) -> f64 {
    let own = stat(&parent.to_string()).expect("it runs");
    let processes = fs::read_dir("/proc").expect("Linux").flatten();
    let children = processes.filter_map(|entry| stat(entry.file_name().to_str()?));
    let children = children.filter(|fields| fields[1] == i64::from(parent));
    let living: i64 = children.map(|fields| fields[11] + fields[12]).sum();
    (own[11..15].iter().sum::<i64>() + living) as f64 / TICKS_A_SECOND
}

/// The bytes that a process has written to the disk; `self` is this one.
pub fn written(process: &str) -> f64 {
    number(&format!("/proc/{process}/io"), "write_bytes:")
}

/// The most memory that a process has ever had, in megabytes.
pub fn peak_memory(process: &str) -> f64 {
    number(&format!("/proc/{process}/status"), "VmHWM:") / 1024.0
}

/// The number in the line of a file that begins with `name`.
fn number(file: &str, name: &str) -> f64 {
    let text = fs::read_to_string(file).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
    let word = line.split_whitespace().next().unwrap_or_default();
    word.parse().unwrap_or_else(|_| panic!("{file} has no {name}"))
}
