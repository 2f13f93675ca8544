//! Measuring: clocks, the least time over repeats, memory, and the name of the machine.

use std::fs;
use std::hint::black_box;
use std::thread::available_parallelism;

use clap::ValueEnum;
use rustix::time::{ClockId, Timespec, clock_gettime};

/// Clocks by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Clock {
    Wall,
    Cpu,
}

impl Clock {
    /// Seconds since some moment; processor time is that of all threads of the process.
    pub(crate) fn now(self) -> f64 {
        let id = match self {
            Self::Wall => ClockId::Monotonic,
            Self::Cpu => ClockId::ProcessCPUTime,
        };
        let Timespec { tv_sec, tv_nsec } = clock_gettime(id);
        tv_sec as f64 + 1e-9 * tv_nsec as f64
    }

    /// This clock for work on one thread; wall time for work on more, whose processor times add up.
    pub(crate) fn for_threads(self, threads: usize) -> Self {
        if threads == 1 { self } else { Self::Wall }
    }
}

/// Least time (s) of `work` over some repeats, at least one.
pub(crate) fn least<O>(clock: Clock, repeats: usize, mut work: impl FnMut() -> O) -> f64 {
    least_with(clock, repeats, || (), |()| work())
}

/// Least time (s) of `work` on a fresh input. Making the input and dropping the output do not
/// count.
pub(crate) fn least_with<I, O>(
    clock: Clock,
    repeats: usize,
    mut input: impl FnMut() -> I,
    mut work: impl FnMut(I) -> O,
) -> f64 {
    let run = |_| {
        let fresh = input();
        let begin = clock.now();
        let output = work(fresh);
        let elapsed = clock.now() - begin;
        drop(black_box(output));
        elapsed
    };
    (0..repeats.max(1)).map(run).fold(f64::INFINITY, f64::min)
}

/// Line that names the machine, for the head of a table.
pub(crate) fn machine() -> String {
    let processors = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = processors
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(": "))
        .map_or("unknown processor", |(_, model)| model.trim());
    let cores = available_parallelism().map_or(1, usize::from);
    format!("machine: {model}, {cores} cores, {}", std::env::consts::OS)
}

/// Peak resident set of this process (bytes); 0 where the system does not tell.
pub(crate) fn peak_resident_bytes() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|rest| rest.trim().trim_end_matches("kB").trim().parse::<u64>().ok());
    1024 * kib.unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_repeat_gets_a_fresh_input() {
        let (mut made, mut worked) = (0, Vec::new());
        let input = || {
            made += 1;
            made
        };
        let time = least_with(Clock::Wall, 3, input, |fresh| worked.push(fresh));
        assert!(time.is_finite() && time >= 0.0);
        assert_eq!(worked, [1, 2, 3]);
        let mut runs = 0;
        least(Clock::Cpu, 0, || runs += 1);
        assert_eq!(runs, 1);
    }

    #[test]
    fn work_on_several_threads_takes_wall_time() {
        assert_eq!(Clock::Cpu.for_threads(1), Clock::Cpu);
        assert_eq!(Clock::Cpu.for_threads(2), Clock::Wall);
    }
}
