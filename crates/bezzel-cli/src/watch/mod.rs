//! The player of searches: a model that goes from step to step, a screen that shows it, keys that move it, and plain lines for
//! those without a terminal.

pub mod app;
mod board;
mod checkpoints;
mod panel;
pub mod plain;
pub mod player;
pub mod screen;
pub mod source;
pub mod terminal;
pub mod trace;
