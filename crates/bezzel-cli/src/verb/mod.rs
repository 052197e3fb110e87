//! The verbs: each from its arguments to what is printed.

pub mod check;
pub mod compare;
pub mod count;
pub mod draw;
pub mod estimate;
pub mod find;
pub mod help;
pub mod judge;
pub mod list;
pub mod max;
pub mod oeis;
pub mod run;
pub mod table;
pub mod trace;
pub mod watch;
