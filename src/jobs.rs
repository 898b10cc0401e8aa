//! Threads and worker processes, cancellation, the newest request wins.
