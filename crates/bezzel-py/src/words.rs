//! Questions from Python: a dictionary of words that the Python half has put in order.

use bezzel::{Goal, Question, Topology};
use bezzel_cli::faces;
use pyo3::prelude::*;

use crate::raise;

/// What is asked, as the Python half says it.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Words {
    pieces: String,
    board: String,
    number: Option<String>,
    maximal: bool,
    fundamental: bool,
    fixed: Option<String>,
    holes: Option<String>,
    walls: Option<String>,
    topology: String,
    regions: Vec<String>,
}

impl Words {
    pub fn words(self) -> faces::Words {
        let Self { pieces, board, number, maximal, fixed, holes, walls, topology, regions, .. } = self;
        let topology = match topology.as_str() {
            "torus" => Topology::Torus,
            "cylinder" => Topology::Cylinder,
            _ => Topology::Plane,
        };
        faces::Words { pieces, board, number, maximal, fixed, holes, walls, topology, regions }
    }

    pub fn question(self, goal: Goal) -> PyResult<Question> {
        let fundamental = self.fundamental;
        let question = self.words().question(goal).map_err(raise)?;
        if fundamental { question.fundamental().map_err(raise) } else { Ok(question) }
    }
}
