//! Threads of the package: a pool of its own, made anew after a fork, and work without the
//! interpreter's lock.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use ripstop::geometry::StopFlag;

use crate::errors::value_error;

/// Time between looks at signals such as Ctrl-C.
const LOOK: Duration = Duration::from_millis(50);

/// Most threads that can be asked for.
const MOST: usize = 1024;

/// A pool and the process that it belongs to: threads do not survive a fork.
struct Pool {
    process: u32,
    threads: usize,
    kept: Arc<ThreadPool>,
}

static POOL: Mutex<Option<Pool>> = Mutex::new(None);

/// Sets the number of threads for all that follows; 0 is one for each core. Results are the same.
#[pyfunction]
pub(crate) fn set_threads(n: usize) -> PyResult<()> {
    if n > MOST {
        return Err(value_error(format!("n is {n}, but has to be at most {MOST}")));
    }
    let mut kept = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    *kept = Some(started(n)?);
    Ok(())
}

/// The number of threads.
#[pyfunction]
pub(crate) fn threads() -> PyResult<usize> {
    Ok(pool()?.current_num_threads())
}

fn started(threads: usize) -> PyResult<Pool> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    let pool =
        pool.map_err(|error| value_error(format!("cannot start {threads} threads: {error}")))?;
    Ok(Pool { process: std::process::id(), threads, kept: Arc::new(pool) })
}

fn pool() -> PyResult<Arc<ThreadPool>> {
    let mut kept = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    let own = kept.as_ref().filter(|pool| pool.process == std::process::id());
    if let Some(own) = own {
        return Ok(own.kept.clone());
    }
    let fresh = started(kept.as_ref().map_or(0, |pool| pool.threads))?;
    let pool = fresh.kept.clone();
    if let Some(foreign) = kept.replace(fresh) {
        // Its threads are those of another process: nobody would hear that they may end.
        std::mem::forget(foreign);
    }
    Ok(pool)
}

/// Works on the pool, without the lock. For work that is short.
pub(crate) fn work<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    let pool = pool()?;
    Ok(py.detach(|| pool.install(work)))
}

/// Works on the pool, without the lock, and raises `stop` when a signal such as Ctrl-C arrives.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    stop: &StopFlag,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let pool = pool()?;
    std::thread::scope(|scope| {
        let (send, receive) = mpsc::channel();
        // A pool's panic becomes that of the scope.
        scope.spawn(move || send.send(pool.install(work)));
        let receive = Mutex::new(receive);
        let look = || {
            let receive = receive.lock().unwrap_or_else(PoisonError::into_inner);
            receive.recv_timeout(LOOK)
        };
        let mut signal = None;
        loop {
            match py.detach(look) {
                Ok(result) => return signal.map_or(Ok(result), Err),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(value_error("the work ended without a result"));
                }
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(error) = py.check_signals() {
                        stop.raise();
                        signal.get_or_insert(error);
                    }
                }
            }
        }
    })
}
