//! The rook polynomial of lines that meet in squares: how many ways there are to choose k squares, no two of them on a line.
//!
//! Lines of one family (rows) are gone through one by one; what matters of the other family (columns) is which of them are taken.
//! Columns that meet all rows to come in equally many squares are interchangeable, so a *state* is how many of each such class
//! are taken. On a bare board all columns are alike; where short rows come first, as diagonals can, they become alike step by
//! step; on any board a class has at least one column, so that there are at most 2^columns states (see [`super::states`]).

use std::collections::HashMap;

use num_bigint::BigUint;

use super::super::number::{Number, Wide};
use super::states::{Choice, Layout, States};
use crate::work::Work;

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
    /// The work on all steps: for each state, the classes that it may choose from.
    pub work: f64,
    /// There are at most 2 to the power of this many ways to choose squares.
    bits: f64,
}

/// One row.
struct Step {
    /// The classes of columns before it, by the rows from it on.
    classes: Vec<Class>,
    /// Columns that no row meets any more.
    gone: u32,
}

/// Columns that meet this row and all later ones alike.
#[derive(Clone)]
struct Class {
    columns: u32,
    /// The squares in which each of them meets this row.
    squares: u32,
    /// Whether this row or an earlier one meets it, so that its columns may be taken.
    is_met: bool,
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
                    classes.push(Class { columns: 0, squares, is_met: squares > 0, next: *class });
                    classes.len() - 1
                });
                classes[number].columns += 1;
                *class = Some(number);
            }
            steps.push(Step { classes, gone: 0 });
        }
        steps.reverse();
        pass_on(&mut steps);
        let squares = |row: &Row| row.iter().map(|&(_, squares)| squares).sum::<u32>();
        let bits = self.rows.iter().map(|row| f64::from(squares(row) + 1).log2()).sum();
        let states = steps.iter().map(Step::states).fold(1.0, f64::max);
        let work = steps.iter().map(|step| step.states() * (step.choices().len() + 1) as f64).sum();
        Route { steps, states, work, bits }
    }
}

/// Tells every row what the rows before it have met and left behind.
fn pass_on(steps: &mut [Step]) {
    for at in 1..steps.len() {
        let (before, here) = steps.split_at_mut(at);
        let (before, here) = (&before[at - 1], &mut here[0]);
        here.gone = before.gone;
        for class in &before.classes {
            match class.next {
                Some(next) => here.classes[next].is_met |= class.is_met,
                None => here.gone += class.columns,
            }
        }
    }
}

impl Step {
    /// The states at this row, or more.
    fn states(&self) -> f64 {
        let met = self.classes.iter().filter(|class| class.is_met);
        met.map(|class| f64::from(class.columns + 1)).product::<f64>() * f64::from(self.gone + 1)
    }

    fn choices(&self) -> Vec<Choice> {
        let choice =
            |(number, class): (usize, &Class)| Choice { class: number, squares: class.squares, columns: class.columns };
        self.classes.iter().enumerate().map(choice).filter(|choice| choice.squares > 0).collect()
    }

    /// Room for the columns taken of each class, and last for those that are gone, unless they are forgotten.
    fn layout(&self, forgets: bool) -> Layout {
        let most = self.classes.iter().map(|class| if class.is_met { class.columns } else { 0 });
        Layout::new(most.chain([if forgets { 0 } else { self.gone }]).collect())
    }

    /// The classes of the row before that fall into each class of this one, and last those that are gone.
    fn sources(&self, before: Option<&Self>) -> Vec<Vec<usize>> {
        let gone = self.classes.len();
        let mut sources = vec![Vec::new(); gone + 1];
        for (number, class) in before.iter().flat_map(|step| &step.classes).enumerate() {
            sources[class.next.unwrap_or(gone)].push(number);
        }
        sources[gone].push(before.map_or(0, |step| step.classes.len()));
        sources
    }
}

impl Route {
    /// The numbers of ways to choose 0, 1, ... squares, up to `most`; or, if no number is asked for, how many ways there are in all.
    /// `None` if it was stopped.
    pub fn polynomial(&self, most: Option<usize>, work: &Work) -> Option<Vec<BigUint>> {
        match self.bytes() {
            8 => self.polynomial_of::<u64>(most, work),
            16 => self.polynomial_of::<u128>(most, work),
            32 => self.polynomial_of::<Wide<4>>(most, work),
            64 => self.polynomial_of::<Wide<8>>(most, work),
            _ => self.polynomial_of::<BigUint>(most, work),
        }
    }

    /// The memory that a number takes.
    fn bytes(&self) -> u32 {
        match self.bits {
            few if few < 63.0 => 8,
            more if more < 127.0 => 16,
            more if more < 255.0 => 32,
            more if more < 511.0 => 64,
            many => 40 + (many / 8.0) as u32,
        }
    }

    /// The memory that the count takes: the states before a row and after it.
    pub fn memory(&self) -> f64 {
        self.states * 2.0 * f64::from(self.bytes())
    }

    fn polynomial_of<N: Number>(&self, most: Option<usize>, work: &Work) -> Option<Vec<BigUint>> {
        let room = self.steps.iter().map(|step| step.layout(most.is_none()).size()).max().unwrap_or(1);
        let mut states = States::<N>::start(room);
        let mut before = None;
        for (row, step) in self.steps.iter().enumerate() {
            let taken = |rows: usize| most.map_or(rows, |most| rows.min(most));
            states = states.laid_out(step.layout(most.is_none()), &step.sources(before), taken(row), work);
            states = states.after(&step.choices(), taken(row + 1), work);
            if work.monitor.is_stopped() {
                return None;
            }
            work.monitor.part_done();
            before = Some(step);
        }
        let mut numbers = states.by_taken();
        match most {
            Some(most) => numbers.truncate(most.min(self.steps.len()) + 1),
            None => numbers = vec![numbers.into_iter().sum()],
        }
        Some(numbers)
    }

    /// The rows.
    pub fn len(&self) -> usize {
        self.steps.len()
    }
}
