//! Measuring: clocks, the least time over repeats, memory, and the name of the machine.

use std::fs;
use std::hint::black_box;
use std::thread::available_parallelism;

use clap::ValueEnum;
use peak_alloc::PeakAlloc;
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

/// Counts what is allocated: a few processor cycles for each allocation, of which measured loops
/// make few.
#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Growth of allocated memory from some moment to its peak.
pub(crate) struct PeakBytes {
    before: usize,
}

impl PeakBytes {
    /// From now on. One at a time: each forgets the peaks before it.
    pub(crate) fn start() -> Self {
        MEMORY.reset_peak_usage();
        Self { before: MEMORY.current_usage() }
    }

    /// Growth up to the peak since the start (bytes), all threads together.
    pub(crate) fn growth(&self) -> u64 {
        MEMORY.peak_usage().saturating_sub(self.before) as u64
    }
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
