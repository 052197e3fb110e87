//! The tree of a search: a node for each partial placement it visited, drawn by its fate. Small trees stand in rows with the
//! squares' names, larger ones in rings.

mod rings;
mod rows;

use std::io::{self, Write};
use std::ops::ControlFlow;

use bezzel::{Event, Observer, Square};

use super::{Picture, line_height, lines, type_size, wrapped};

/// Trees with more nodes cannot be read on a page.
pub const MAX_NODES: usize = 5000;

/// Trees with more leaves are drawn in rings.
const MAX_ROWS: usize = 100;

const WIDTH: u32 = 800;
const EDGE: u32 = 10;

/// What leads to a solution; dark in grey.
const WAY: &str = "#0b3c6f";

/// What does not; lighter in grey.
const DEAD: &str = "#b5703a";

/// A partial placement.
pub struct Node {
    /// The piece put down last; none on the empty board.
    square: Option<Square>,
    parent: usize,
    /// How many pieces stand.
    depth: usize,
    children: Vec<usize>,
    is_solution: bool,
    /// It is a solution or has one below it.
    is_alive: bool,
}

impl Node {
    fn fate(&self) -> Fate {
        match self {
            Self { is_solution: true, .. } => Fate::Solution,
            Self { is_alive: true, .. } => Fate::Way,
            Self { children, .. } if children.is_empty() => Fate::End,
            _ => Fate::Dead,
        }
    }
}

/// What became of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// A solution.
    Solution,
    /// There are solutions below it.
    Way,
    /// Pieces were put down below it, in vain.
    Dead,
    /// No piece could be put down below it.
    End,
}

impl Fate {
    const ALL: [Self; 4] = [Self::Solution, Self::Way, Self::Dead, Self::End];

    fn class(self) -> &'static str {
        match self {
            Self::Solution => "node solution",
            Self::Way => "node way",
            Self::Dead => "node dead",
            Self::End => "node end",
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::Solution => "a solution",
            Self::Way => "on the way to one",
            Self::Dead => "all below it fails",
            Self::End => "nothing can follow",
        }
    }
}

/// The tree of a search that is watched.
pub struct Tree {
    nodes: Vec<Node>,
    /// The way from the empty board to where the search is.
    here: Vec<usize>,
    is_too_large: bool,
}

impl Tree {
    /// The empty board alone.
    pub fn new() -> Self {
        let root =
            Node { square: None, parent: 0, depth: 0, children: Vec::new(), is_solution: false, is_alive: false };
        Self { nodes: vec![root], here: vec![0], is_too_large: false }
    }

    /// Whether the search was left because the tree has more than [`MAX_NODES`] nodes.
    pub fn is_too_large(&self) -> bool {
        self.is_too_large
    }

    /// How many nodes there are of 0, 1, 2, ... pieces.
    pub fn profile(&self) -> Vec<usize> {
        let mut profile = Vec::new();
        for node in &self.nodes {
            profile.resize(profile.len().max(node.depth + 1), 0);
            profile[node.depth] += 1;
        }
        profile
    }

    fn deepest(&self) -> usize {
        self.nodes.iter().map(|node| node.depth).max().unwrap_or_default()
    }

    /// Where each node stands among the leaves, from 0 to their number: a leaf at its place in order, another node in the
    /// middle of its children.
    fn places(&self) -> (Vec<f64>, usize) {
        let mut places = vec![0.0; self.nodes.len()];
        let mut leaves = 0;
        for (index, node) in self.nodes.iter().enumerate() {
            if node.children.is_empty() {
                places[index] = leaves as f64 + 0.5;
                leaves += 1;
            }
        }
        // children come after their parent
        for (index, node) in self.nodes.iter().enumerate().rev() {
            if let (Some(&first), Some(&last)) = (node.children.first(), node.children.last()) {
                places[index] = f64::midpoint(places[first], places[last]);
            }
        }
        (places, leaves)
    }
}

impl Observer for Tree {
    fn see(&mut self, depth: usize, event: Event) {
        let parent = self.here[self.here.len() - 1];
        match event {
            Event::Place(square) => {
                let (new, children) = (self.nodes.len(), Vec::new());
                self.nodes[parent].children.push(new);
                let node = Node {
                    square: Some(square),
                    parent,
                    depth: depth + 1,
                    children,
                    is_solution: false,
                    is_alive: false,
                };
                self.nodes.push(node);
                self.here.push(new);
                self.is_too_large |= self.nodes.len() > MAX_NODES;
            }
            Event::Remove(_) => {
                self.here.pop();
            }
            Event::Solution(_) => {
                self.nodes[parent].is_solution = true;
                for &node in &self.here {
                    self.nodes[node].is_alive = true;
                }
            }
            Event::Try(_) | Event::Conflict { .. } => {}
        }
    }

    fn rest(&mut self) -> ControlFlow<()> {
        if self.is_too_large { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn wants_attackers(&self) -> bool {
        false
    }
}

/// A picture of a tree, the search of `of`, on a board of so many rows.
pub fn tree(out: &mut dyn Write, tree: &Tree, of: &str, board_rows: u32) -> io::Result<()> {
    let (places, leaves) = tree.places();
    let size = type_size(WIDTH);
    let in_rows = leaves <= MAX_ROWS;
    let top = EDGE + if in_rows { rows::height(leaves, size) } else { rings::HEIGHT };
    let profile: Vec<String> = tree.profile().iter().map(ToString::to_string).collect();
    let words = format!("Nodes of 0, 1, 2, ... pieces: {}; together {}.", profile.join(" "), tree.nodes.len());
    let words = wrapped(&words, size, WIDTH - 2 * EDGE);
    let legend = 2 * (line_height(size) + 4) + EDGE;
    let height = top + EDGE + legend + words.len() as u32 * line_height(size) + EDGE;
    let title = format!("The search tree of {of}: {} nodes", tree.nodes.len());
    Picture { width: WIDTH, height, title: &title, description: &words.join(" ") }.write(out, |out| {
        if in_rows {
            rows::draw(out, tree, &places, size, board_rows)?;
        } else {
            rings::draw(out, tree, &places, leaves)?;
        }
        for (index, fate) in (0..).zip(Fate::ALL) {
            let (x, y) = (EDGE + index % 2 * WIDTH / 2, top + EDGE + index / 2 * (line_height(size) + 4));
            if in_rows {
                rows::sample(out, fate, x, y, size)?;
            } else {
                rings::sample(out, fate, x, y, size)?;
            }
            lines(out, &[fate.words().to_string()], size, x + 84, y)?;
        }
        lines(out, &words, size, EDGE, top + EDGE + legend)
    })
}
