//! SVG pictures of boards and placements.

use std::io::{self, Write};

use bezzel::Placement;

/// placeholder
pub fn placement(_out: &mut dyn Write, _placement: &Placement) -> io::Result<()> {
    Ok(())
}
