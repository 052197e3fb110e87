//! Bipartite graphs, packed: the neighbours of every left vertex one after another in one array.

/// Marks a vertex that is not there.
pub(super) const NONE: u32 = u32::MAX;

/// A bipartite graph. Vertices of each side are numbered from 0.
#[derive(Debug)]
pub(super) struct Graph {
    starts: Vec<u32>,
    neighbours: Vec<u32>,
    right: usize,
}

impl Graph {
    /// Makes room for a graph whose left vertices have these degrees.
    pub fn with_degrees(degrees: &[u32], right: usize) -> Filling {
        let mut starts = Vec::with_capacity(degrees.len() + 1);
        let mut total = 0;
        for degree in degrees {
            starts.push(total);
            total += degree;
        }
        starts.push(total);
        let next = starts[..degrees.len()].to_vec();
        Filling { graph: Self { starts, neighbours: vec![NONE; total as usize], right }, next }
    }

    /// The number of left vertices.
    pub fn left_count(&self) -> usize {
        self.starts.len() - 1
    }

    /// The number of right vertices.
    pub fn right_count(&self) -> usize {
        self.right
    }

    /// The places in [`neighbour`](Self::neighbour) of the neighbours of a left vertex.
    pub fn places(&self, left: u32) -> std::ops::Range<u32> {
        self.starts[left as usize]..self.starts[left as usize + 1]
    }

    /// For each left vertex the place of its first neighbour.
    pub fn copy_starts(&self, places: &mut [u32]) {
        places.copy_from_slice(&self.starts[..places.len()]);
    }

    /// The right vertex at a place.
    pub fn neighbour(&self, place: u32) -> u32 {
        self.neighbours[place as usize]
    }

    /// The right vertices next to a left vertex.
    pub fn neighbours(&self, left: u32) -> &[u32] {
        let places = self.places(left);
        &self.neighbours[places.start as usize..places.end as usize]
    }

    /// The same graph with the sides exchanged.
    pub fn transposed(&self) -> Self {
        let mut degrees = vec![0; self.right];
        for &right in &self.neighbours {
            degrees[right as usize] += 1;
        }
        let mut filling = Self::with_degrees(&degrees, self.left_count());
        for left in 0..self.left_count() as u32 {
            for &right in self.neighbours(left) {
                filling.add(right, left);
            }
        }
        filling.finish()
    }
}

/// A graph whose edges are being filled in.
pub(super) struct Filling {
    graph: Graph,
    /// For each left vertex, the place of its next neighbour.
    next: Vec<u32>,
}

impl Filling {
    /// Adds an edge.
    pub fn add(&mut self, left: u32, right: u32) {
        let place = &mut self.next[left as usize];
        self.graph.neighbours[*place as usize] = right;
        *place += 1;
    }

    /// The graph, all edges being in it.
    pub fn finish(self) -> Graph {
        debug_assert!(self.next == self.graph.starts[1..], "the degrees are those of the edges added");
        self.graph
    }
}
