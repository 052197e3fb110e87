#![allow(clippy::cast_sign_loss)] // board coordinates are small and not negative

use super::{Graph, Outcome, maximum_independent_set};
use std::cell::Cell;

/// A small xorshift generator, so that every run sees the same graphs.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides
    }
}

fn random_graph(dice: &mut Dice, n: usize, percent: u64) -> Graph {
    let mut graph = Graph::new(n);
    for v in 0..n {
        for u in 0..v {
            if dice.roll(100) < percent {
                graph.add_edge(u, v);
            }
        }
    }
    graph
}

/// Partitions into cliques by first fit, scanning the vertices from different ends.
fn first_fit(graph: &Graph, backwards: bool) -> Vec<u32> {
    let n = graph.order();
    let mut cliques: Vec<Vec<usize>> = Vec::new();
    let mut ids = vec![0; n];
    for i in 0..n {
        let v = if backwards { n - 1 - i } else { i };
        let fits = |c: &Vec<usize>| c.iter().all(|&u| graph.adjacent(u, v));
        let at = cliques.iter().position(fits).unwrap_or(cliques.len());
        if at == cliques.len() {
            cliques.push(Vec::new());
        }
        cliques[at].push(v);
        ids[v] = u32::try_from(at).unwrap_or(u32::MAX);
    }
    ids
}

fn brute_force(graph: &Graph) -> usize {
    let n = graph.order();
    let rows: Vec<u32> = (0..n).map(|v| (0..n).filter(|&u| graph.adjacent(u, v)).fold(0, |m, u| m | 1 << u)).collect();
    (0u32..1 << n)
        .filter(|&set| (0..n).all(|v| set >> v & 1 == 0 || rows[v] & set == 0))
        .map(|set| set.count_ones() as usize)
        .max()
        .unwrap_or(0)
}

/// A plain exact search that shares no code with the one under test.
fn plain(graph: &Graph, free: &[usize]) -> usize {
    let near = |v: usize| free.iter().filter(|&&u| graph.adjacent(u, v)).count();
    let Some(&v) = free.iter().max_by_key(|&&v| near(v)) else {
        return 0;
    };
    if near(v) == 0 {
        return free.len();
    }
    let apart = |c: fn(bool, bool) -> bool| -> Vec<usize> {
        free.iter().copied().filter(|&u| c(u == v, graph.adjacent(u, v))).collect()
    };
    let with = 1 + plain(graph, &apart(|same, joined| !same && !joined));
    let without = plain(graph, &apart(|same, _| !same));
    with.max(without)
}

fn solve(graph: &Graph, partitions: &[Vec<u32>]) -> Outcome {
    let outcome = maximum_independent_set(graph, partitions, &|| false, &mut |_, _| {});
    check(graph, &outcome);
    assert_eq!(outcome.members.len(), outcome.upper, "a complete run has to close the gap");
    outcome
}

/// What has to hold of every outcome, complete or not.
fn check(graph: &Graph, outcome: &Outcome) {
    assert!(graph.is_independent(&outcome.members));
    assert!(outcome.members.windows(2).all(|w| w[0] < w[1]));
    assert!(outcome.members.len() <= outcome.upper);
    if let Some(cover) = &outcome.cover {
        assert_eq!(cover.len(), outcome.members.len());
        assert!(cover.iter().all(|c| graph.is_clique(c)));
        assert!((0..graph.order()).all(|v| cover.iter().any(|c| c.contains(&v))));
    }
}

/// Attack graph of a piece on an n x n board, one character a square, with its line partitions.
fn board_graph(n: i32, cells: &[u8], leaps: &[(i32, i32)], rides: &[(i32, i32)]) -> (Graph, Vec<Vec<u32>>) {
    let at = |r: i32, c: i32| {
        let inside = (0..n).contains(&r) && (0..n).contains(&c);
        if inside { cells[(r * n + c) as usize] } else { b'#' }
    };
    let squares: Vec<(i32, i32)> = (0..n * n).map(|i| (i / n, i % n)).filter(|&(r, c)| at(r, c) == b'.').collect();
    let place = |r: i32, c: i32| squares.iter().position(|&s| s == (r, c)).unwrap_or(usize::MAX);
    let mut graph = Graph::new(squares.len());
    for (i, &(r, c)) in squares.iter().enumerate() {
        for &(a, b) in leaps {
            graph.add_edge(i, place(r + a, c + b));
        }
        for &(a, b) in rides {
            let (mut y, mut x) = (r + a, c + b);
            while at(y, x) != b'#' {
                graph.add_edge(i, place(y, x));
                (y, x) = (y + a, x + b);
            }
        }
    }
    let start = |&(r, c): &(i32, i32), &(a, b): &(i32, i32)| {
        let (mut y, mut x) = (r, c);
        while at(y - a, x - b) != b'#' {
            (y, x) = (y - a, x - b);
        }
        (y * n + x) as u32
    };
    let lines = rides.iter().map(|m| squares.iter().map(|s| start(s, m)).collect()).collect();
    (graph, lines)
}

const ROOK: [(i32, i32); 2] = [(0, 1), (1, 0)];
const BISHOP: [(i32, i32); 2] = [(1, 1), (1, -1)];
const KNIGHT: [(i32, i32); 4] = [(1, 2), (2, 1), (1, -2), (2, -1)];

type Moves = Vec<(i32, i32)>;

/// Leaps and rides, one of each pair of opposite directions.
fn pieces() -> Vec<(Moves, Moves)> {
    let queen = [ROOK, BISHOP].concat();
    vec![
        (vec![], queen.clone()),
        (queen.clone(), vec![]),
        (KNIGHT.to_vec(), queen),
        (KNIGHT.to_vec(), ROOK.to_vec()),
        (KNIGHT.to_vec(), BISHOP.to_vec()),
        (BISHOP.to_vec(), ROOK.to_vec()),
        (vec![], KNIGHT.to_vec()),
        ([KNIGHT.as_slice(), &ROOK, &BISHOP].concat(), vec![]),
    ]
}

#[test]
fn random_graphs_agree_with_brute_force() {
    let mut dice = Dice(1848);
    for round in 0..120 {
        let n = usize::try_from(dice.roll(if round % 30 == 0 { 16 } else { 12 })).unwrap_or(0);
        let percent = 5 + dice.roll(90);
        let graph = random_graph(&mut dice, n, percent);
        let truth = brute_force(&graph);
        let (a, b) = (first_fit(&graph, false), first_fit(&graph, true));
        let single: Vec<u32> = (0u32..).take(n).collect();
        for partitions in [vec![], vec![a.clone()], vec![single.clone(), b.clone()], vec![a, b, single]] {
            assert_eq!(solve(&graph, &partitions).members.len(), truth);
        }
    }
}

#[test]
fn larger_random_graphs_agree_with_a_plain_search() {
    let mut dice = Dice(1850);
    for round in 0..60 {
        let n = 20 + usize::try_from(dice.roll(20)).unwrap_or(0);
        let percent = [8, 12, 20, 40, 70][round % 5];
        let graph = random_graph(&mut dice, n, percent);
        let truth = plain(&graph, &(0..n).collect::<Vec<_>>());
        assert_eq!(solve(&graph, &[]).members.len(), truth);
        let partitions = [first_fit(&graph, false), first_fit(&graph, true)];
        assert_eq!(solve(&graph, &partitions).members.len(), truth);
    }
}

#[test]
fn random_boards_agree_with_a_plain_search() {
    let mut dice = Dice(1874);
    for round in 0..60 {
        let n = 3 + round % 6;
        let (holes, walls) = (dice.roll(60), dice.roll(40));
        let cells: Vec<u8> = (0..n * n)
            .map(|_| match dice.roll(100) {
                x if x < holes => b'x',
                x if x < holes + walls => b'#',
                _ => b'.',
            })
            .collect();
        for (leaps, rides) in pieces() {
            let (graph, lines) = board_graph(n, &cells, &leaps, &rides);
            if graph.order() > 32 {
                continue;
            }
            let truth = plain(&graph, &(0..graph.order()).collect::<Vec<_>>());
            assert_eq!(solve(&graph, &lines).members.len(), truth);
            assert_eq!(solve(&graph, &[]).members.len(), truth);
        }
    }
}

#[test]
fn known_values_on_full_boards() {
    // Amazons: n of them fit on the n x n board from n = 10 on.
    for n in 4..=14_i32 {
        let cells = vec![b'.'; (n * n) as usize];
        let (graph, lines) = board_graph(n, &cells, &KNIGHT, &[ROOK, BISHOP].concat());
        let value = solve(&graph, &lines).members.len();
        let truth = match n {
            ..=6 => plain(&graph, &(0..graph.order()).collect::<Vec<_>>()),
            7 => 5,
            8 => 6,
            9 => 8,
            _ => n as usize,
        };
        assert_eq!(value, truth, "n = {n}");
    }
    for n in 4..=20 {
        let cells = vec![b'.'; (n * n) as usize];
        let queen = [ROOK, BISHOP].concat();
        let (graph, lines) = board_graph(n, &cells, &[], &queen);
        let outcome = solve(&graph, &lines);
        assert_eq!(outcome.members.len(), n as usize);
        assert!(outcome.cover.is_some(), "the rows prove it");
        let (graph, _) = board_graph(n, &cells, &queen, &[]);
        let half = (n as usize).div_ceil(2);
        assert_eq!(solve(&graph, &[]).members.len(), half * half);
    }
}

#[test]
fn an_interrupted_run_brackets_the_truth() {
    let mut dice = Dice(1892);
    for round in 0..40 {
        let graph = random_graph(&mut dice, 60, [8, 15, 30][round % 3]);
        let partitions = if round % 2 == 0 { vec![] } else { vec![first_fit(&graph, false)] };
        let truth = solve(&graph, &partitions).members.len();
        for patience in [0, 1, 2, 3, 5, 8, 13, 40] {
            let polls = Cell::new(0);
            let stop = || {
                polls.set(polls.get() + 1);
                polls.get() > patience
            };
            let mut last = (0, usize::MAX);
            let outcome = maximum_independent_set(&graph, &partitions, &stop, &mut |lower, upper| {
                assert!(lower <= truth && truth <= upper);
                assert!(lower >= last.0 && upper <= last.1);
                last = (lower, upper);
            });
            check(&graph, &outcome);
            assert!(outcome.members.len() <= truth && truth <= outcome.upper);
        }
    }
}

#[test]
fn useless_input_does_no_harm() {
    let outcome = solve(&Graph::new(0), &[]);
    assert_eq!((outcome.members.len(), outcome.cover), (0, Some(vec![])));
    let mut path = Graph::new(5);
    path.add_edge(3, 3);
    path.add_edge(2, 9);
    for v in 0..4 {
        path.add_edge(v, v + 1);
    }
    // Not a class of cliques, too short, too long: all are left out.
    let partitions = [vec![7; 5], vec![1, 2], vec![1; 9]];
    assert_eq!(solve(&path, &partitions).members, [0, 2, 4]);
    assert_eq!(solve(&Graph::new(70), &[vec![]]).members.len(), 70);
}
