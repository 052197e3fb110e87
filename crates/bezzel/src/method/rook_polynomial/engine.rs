//! The rook polynomial of lines that meet in squares: how many ways there are to choose k squares, no two of them on a line.
//!
//! Lines of one family (rows) are gone through one by one; what matters of the other family (columns) is which of them are taken.
//! Columns that meet all rows to come in equally many squares are interchangeable, so a *state* is how many of each such class
//! are taken. On a bare board all columns are alike; where short rows come first, as diagonals can, they become alike step by
//! step; on any board a class has at least one column, so that there are at most 2^columns states.

use std::collections::HashMap;

use num_bigint::BigUint;

use crate::Monitor;

/// The columns that a row meets, and in how many squares each.
type Row = Vec<(usize, u32)>;

/// In how many squares rows and columns meet.
#[derive(Debug, Clone, Default)]
pub(super) struct Meetings {
    /// Per row the columns that it meets, and in how many squares.
    pub rows: Vec<Row>,
    pub columns: usize,
}

/// An order of the rows, the classes of columns at each of them, and what it costs.
pub(super) struct Route {
    steps: Vec<Step>,
    /// The most states at a step, or more.
    pub states: f64,
    /// The sum of the states over all steps, or more.
    pub work: f64,
}

/// One row.
struct Step {
    /// The classes of columns before it, by the rows from it on.
    classes: Vec<Class>,
}

/// Columns that meet this row and all later ones alike.
#[derive(Clone)]
struct Class {
    columns: u32,
    /// The squares in which each of them meets this row.
    squares: u32,
    /// The class that it becomes a part of at the next row; `None` if it meets no later row.
    next: Option<usize>,
}

impl Meetings {
    /// The same with rows and columns exchanged.
    fn transposed(&self) -> Self {
        let mut rows = vec![Vec::new(); self.columns];
        for (row, meets) in self.rows.iter().enumerate() {
            for &(column, squares) in meets {
                rows[column].push((row, squares));
            }
        }
        Self { rows, columns: self.rows.len() }
    }

    /// The cheapest of some orders, of rows or of columns: as they come, short ones first, long ones first.
    pub fn best_route(&self) -> Route {
        let orders: [fn(&mut [Row]); 3] =
            [|_| (), |rows| rows.sort_by_key(Vec::len), |rows| rows.sort_by_key(|row| std::cmp::Reverse(row.len()))];
        let other = self.transposed();
        let routes = [self, &other].into_iter().flat_map(|meetings| {
            orders.iter().map(|order| {
                let mut ordered = meetings.clone();
                order(&mut ordered.rows);
                ordered.route()
            })
        });
        routes.min_by(|one, other| one.work.total_cmp(&other.work)).expect("there are six routes")
    }

    /// The route over the rows as they come.
    fn route(&self) -> Route {
        // from the last row back, columns are told apart by the rows from there on; all are alike after the last
        let mut class_of: Vec<Option<usize>> = vec![None; self.columns];
        let mut steps = Vec::with_capacity(self.rows.len());
        for row in self.rows.iter().rev() {
            let mut squares = vec![0; self.columns];
            for &(column, count) in row {
                squares[column] = count;
            }
            let mut classes: Vec<Class> = Vec::new();
            let mut numbers: HashMap<(Option<usize>, u32), usize> = HashMap::new();
            for (class, &squares) in class_of.iter_mut().zip(&squares) {
                if class.is_none() && squares == 0 {
                    continue;
                }
                let number = *numbers.entry((*class, squares)).or_insert_with(|| {
                    classes.push(Class { columns: 0, squares, next: *class });
                    classes.len() - 1
                });
                classes[number].columns += 1;
                *class = Some(number);
            }
            steps.push(Step { classes });
        }
        steps.reverse();
        let (states, work) = cost(&steps);
        Route { steps, states, work }
    }
}

/// The most states at a step, and the work on all steps: bounds, from the columns that may be taken by then.
fn cost(steps: &[Step]) -> (f64, f64) {
    let (mut states, mut work) = (1f64, 0.0);
    let mut gone = 0;
    // whether a column of a class has met a row already, and so may be taken
    let mut met: Vec<bool> = steps.first().map_or(Vec::new(), |step| vec![false; step.classes.len()]);
    for (at, step) in steps.iter().enumerate() {
        let ways = |(class, met): (&Class, &bool)| if *met { f64::from(class.columns + 1) } else { 1.0 };
        let here = step.classes.iter().zip(&met).map(ways).product::<f64>() * f64::from(gone + 1);
        states = states.max(here);
        work += here * step.classes.len().pow(2) as f64;
        let mut next = vec![false; steps.get(at + 1).map_or(0, |next| next.classes.len())];
        for (class, met) in step.classes.iter().zip(&met) {
            match class.next {
                Some(to) => next[to] |= *met || class.squares > 0,
                None => gone += class.columns,
            }
        }
        met = next;
    }
    (states, work)
}

/// How many columns of each class are taken, then how many squares were chosen.
type State = Vec<u16>;

impl Route {
    /// The numbers of ways to choose 0, 1, ... squares, up to `most`; or, if no number is asked for, how many ways there are in all.
    /// `None` if it was stopped.
    pub fn polynomial(&self, most: Option<usize>, monitor: &Monitor) -> Option<Vec<BigUint>> {
        let first = self.steps.first().map_or(0, |step| step.classes.len());
        let mut states: HashMap<State, BigUint> = HashMap::from([(vec![0; first + 1], BigUint::from(1u32))]);
        for (at, step) in self.steps.iter().enumerate() {
            let classes = self.steps.get(at + 1).map_or(0, |next| next.classes.len());
            states = step.pass(states, classes, most, monitor)?;
            monitor.part_done();
        }
        let mut numbers = vec![BigUint::ZERO; most.map_or(1, |most| most.min(self.steps.len()) + 1)];
        for (state, count) in states {
            numbers[usize::from(state[0])] += count;
        }
        Some(numbers)
    }

    /// The rows.
    pub fn len(&self) -> usize {
        self.steps.len()
    }
}

impl Step {
    /// The states after this row, of which nothing or a square of a free column is chosen.
    fn pass(
        &self,
        states: HashMap<State, BigUint>,
        next: usize,
        most: Option<usize>,
        monitor: &Monitor,
    ) -> Option<HashMap<State, BigUint>> {
        let mut after: HashMap<State, BigUint> = HashMap::with_capacity(states.len());
        for (number, (state, count)) in states.into_iter().enumerate() {
            if number % 1024 == 0 && monitor.is_stopped() {
                return None;
            }
            let (taken, chosen) = state.split_at(self.classes.len());
            if most.is_none_or(|most| usize::from(chosen[0]) < most) {
                for (class, &taken_here) in self.classes.iter().zip(taken) {
                    let ways = u64::from(class.squares) * u64::from(class.columns - u32::from(taken_here));
                    if ways > 0 {
                        let mut state = self.merged(taken, chosen[0] + u16::from(most.is_some()), next);
                        if let Some(at) = class.next {
                            state[at] += 1;
                        }
                        *after.entry(state).or_default() += &count * ways;
                    }
                }
            }
            *after.entry(self.merged(taken, chosen[0], next)).or_default() += count;
        }
        Some(after)
    }

    /// The state with the classes that the next row tells apart.
    fn merged(&self, taken: &[u16], chosen: u16, next: usize) -> State {
        let mut state = vec![0; next + 1];
        for (class, taken) in self.classes.iter().zip(taken) {
            if let Some(at) = class.next {
                state[at] += taken;
            }
        }
        state[next] = chosen;
        state
    }
}
