//! The method against the definition: counts, units, symmetry weights, quarters.

use super::quarter::{Lists, Part, Quarter, Uses};
use super::split::{Band, Split};
use super::subsets::{choose, elements, unrank};
use super::symmetry::{Images, Rule};
use super::units::DEAL;
use super::{Units, count_units};
use crate::kernel::Isa;
use crate::work::Work;
use crate::{Monitor, Outcome};
use std::collections::HashMap;

/// Numbers of solutions, OEIS A000170.
const QUEENS: [u64; 21] = [
    1,
    1,
    0,
    0,
    2,
    10,
    4,
    40,
    92,
    352,
    724,
    2_680,
    14_200,
    73_712,
    365_596,
    2_279_184,
    14_772_512,
    95_815_104,
    666_090_624,
    4_968_057_848,
    39_029_188_884,
];

fn isas() -> impl Iterator<Item = Isa> {
    Isa::ALL.into_iter().filter(|isa| isa.is_available())
}

fn check(n: usize, band: usize, isa: Isa, threads: usize) {
    let units = Units::with_band(n, band, isa).unwrap();
    let found = count_units(&units, &Work { monitor: &Monitor::new(), threads, tally: None }).unwrap();
    assert_eq!(found, Outcome::Complete(QUEENS[n].into()), "n {n}, band {band}, {isa}");
}

#[test]
fn counts_to_17_on_every_instruction_set() {
    for isa in isas() {
        (0..=17).for_each(|n| check(n, super::model::band_height(n), isa, 1));
    }
}

#[test]
fn counts_do_not_depend_on_the_band() {
    for n in 4..=13 {
        for band in (n % 2..=5).step_by(2).filter(|&band| Split::new(n, band).is_some()) {
            isas().for_each(|isa| check(n, band, isa, 1));
        }
    }
}

#[test]
fn counts_18_and_19() {
    check(18, 0, Isa::best(), 2);
    check(19, 1, Isa::best(), 2);
}

#[test]
fn threads_and_stop() {
    check(14, 0, Isa::best(), 3);
    let monitor = Monitor::new();
    monitor.stop();
    let found = count_units(&Units::for_size(14).unwrap(), &Work { monitor: &monitor, threads: 2, tally: None });
    assert!(!found.unwrap().is_complete());
}

/// The lists of n = 24 take seconds: the flag is looked at while they are made.
#[test]
fn a_stop_ends_the_making_of_lists() {
    let units = Units::for_size(24).unwrap();
    let monitor = Monitor::new();
    std::thread::scope(|scope| {
        let counting = scope.spawn(|| units.count(0, &mut units.workspace(), &monitor));
        std::thread::sleep(std::time::Duration::from_millis(20));
        let stopped = std::time::Instant::now();
        monitor.stop();
        assert_eq!(counting.join().unwrap(), None);
        assert!(stopped.elapsed() < std::time::Duration::from_secs(10), "{:?}", stopped.elapsed());
    });
}

#[test]
fn sizes_are_refused_with_a_reason() {
    assert!(Units::for_size(32).is_err_and(|e| e.to_string().contains("31")));
    assert!(Units::with_band(24, 1, Isa::best()).is_err_and(|e| e.to_string().contains("halves")));
    assert!(Units::with_band(31, 1, Isa::best()).is_err());
}

fn solve(n: usize, queens: &mut Vec<u8>, all: &mut Vec<Vec<u8>>) {
    if queens.len() == n {
        all.push(queens.clone());
        return;
    }
    for column in 0..n as u8 {
        if queens.iter().rev().zip(1..).all(|(&c, d)| c != column && c.abs_diff(column) != d) {
            queens.push(column);
            solve(n, queens, all);
            queens.pop();
        }
    }
}

fn solutions(n: usize) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    solve(n, &mut Vec::new(), &mut all);
    all
}

/// The weight of a solution in thirds by the definition, with its band and lower column set.
fn weight(split: &Split, queens: &[u8]) -> Option<(Vec<u8>, u32, u64)> {
    let t = split.half;
    let middle = &queens[t..t + split.band];
    if !Images::is_first(split, middle) {
        return None;
    }
    let band = Band::new(split, middle)?;
    let local = |column: u8| band.free.iter().position(|&c| c == column).unwrap();
    let lower = queens[t + split.band..].iter().fold(0, |set, &c| set | 1 << local(c));
    let weights = band.rule.weigh(split, lower)?;
    let mut tied = [false; 2];
    for (half, bounds) in band.rule.bounds(split, lower).into_iter().enumerate() {
        let queen = |row: usize| queens[if half == 0 { t - 1 - row } else { t + split.band + row }];
        if (0..t).any(|row| band.allowed[half][row] >> queen(row) & 1 == 0) {
            return None;
        }
        let key = |rows: std::ops::Range<usize>| {
            let marks = rows.clone().filter(|&row| band.marked[half][row] >> queen(row) & 1 == 1);
            band.rule.key(marks.fold(0, |m, row| m | 1 << (row - rows.start)), rows.len()) as u32
        };
        tied[half] = bounds.tied(key(0..split.near), key(split.near..t), split.far)?;
    }
    Some((middle.to_vec(), lower, weights[usize::from(tied[1])][usize::from(tied[0])]))
}

fn images(queens: &[u8]) -> Vec<Vec<u8>> {
    let n = queens.len() as u8;
    let mirror = |q: &[u8]| q.iter().map(|&c| n - 1 - c).collect::<Vec<_>>();
    let flip = |q: &[u8]| q.iter().rev().copied().collect::<Vec<_>>();
    let mut transposed = vec![0; queens.len()];
    queens.iter().zip(0..).for_each(|(&c, row)| transposed[usize::from(c)] = row);
    let both = [queens.to_vec(), transposed];
    both.iter().flat_map(|q| [q.clone(), mirror(q), flip(q), flip(&mirror(q))]).collect()
}

fn splits(n: usize) -> impl Iterator<Item = Split> {
    (n % 2..=5).step_by(2).filter_map(move |band| Split::new(n, band))
}

#[test]
fn the_images_of_a_solution_weigh_eight() {
    for n in 4..=10 {
        let solutions = solutions(n);
        for split in splits(n) {
            for queens in &solutions {
                let sum: u64 = images(queens).iter().filter_map(|image| weight(&split, image)).map(|w| w.2).sum();
                assert_eq!(sum, 24, "{split:?} {queens:?}");
            }
        }
    }
}

#[test]
fn units_agree_with_backtracking() {
    for n in 4..=14 {
        let solutions = solutions(n);
        for split in splits(n) {
            let units = Units::with_band(n, split.band, Isa::best()).unwrap();
            let mut want = vec![0; units.len()];
            for (band, set, weight) in solutions.iter().filter_map(|queens| weight(&split, queens)) {
                let rank = elements(set).zip(1..).map(|(column, size)| choose(usize::from(column), size)).sum();
                want[units.unit_of(&band, rank).unwrap()] += u128::from(weight);
            }
            let mut workspace = units.workspace();
            for (unit, want) in want.into_iter().enumerate() {
                let found = units.count(unit, &mut workspace, &Monitor::new()).unwrap();
                assert_eq!(found.thirds, want, "{split:?}, unit {unit}");
            }
        }
    }
    assert_eq!(DEAL, 64);
}

/// All ways to put one queen on each column of `columns`, row by row, whether legal or not.
fn orders(columns: &[u8]) -> Vec<Vec<u8>> {
    if columns.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (i, &first) in columns.iter().enumerate() {
        let rest: Vec<u8> = [&columns[..i], &columns[i + 1..]].concat();
        all.extend(orders(&rest).into_iter().map(|order| [vec![first], order].concat()));
    }
    all
}

/// Per key the (link, state, perm) of the elements of a subset, by the definition.
fn naive(split: &Split, band: &Band, half: usize, first: usize, columns: &[u8]) -> HashMap<usize, Vec<[u64; 3]>> {
    let mut all: HashMap<usize, Vec<[u64; 3]>> = HashMap::new();
    let rows = columns.len();
    for order in orders(columns) {
        let attack = |i: usize, k: usize| usize::from(order[i].abs_diff(order[k])) == i.abs_diff(k);
        let legal = (0..rows).all(|i| (0..i).all(|k| !attack(i, k)));
        let allowed = (0..rows).all(|i| band.allowed[half][first + i] >> order[i] & 1 == 1);
        if !legal || !allowed {
            continue;
        }
        let marks = (0..rows).filter(|&i| band.marked[half][first + i] >> order[i] & 1 == 1);
        let key = band.rule.key(marks.fold(0, |m, i| m | 1 << i), rows);
        let (mut link, mut state, mut perm) = (0, 0, 0);
        for (i, &column) in order.iter().enumerate() {
            link |= if first == 0 { split.thrown(column, rows - i) } else { split.needed(column, i) };
            state |= split.thrown(column, first + i + 1 + split.band);
            let rank = columns.iter().position(|&c| c == column).unwrap() as u64;
            perm |= rank << (8 * i);
            for (bit, &diagonal) in split.sieve().iter().enumerate() {
                perm |= (split.needed(column, first + i) >> diagonal & 1) << (split.key_bits().start as usize + bit);
            }
        }
        all.entry(key).or_default().push([link, state, perm]);
    }
    all
}

#[test]
fn quarters_hold_all_legal_placements() {
    for (n, queens) in [(8, vec![]), (9, vec![4]), (9, vec![1]), (10, vec![2, 5]), (11, vec![0, 3, 9])] {
        let split = Split::new(n, queens.len()).unwrap();
        let band = Band::new(&split, &queens).unwrap();
        for half in 0..2 {
            for part in [Part::Near, Part::Far] {
                let quarter =
                    Quarter::new(&split, &band, half, part, Uses { upper: true, lower: true }, &Monitor::new())
                        .unwrap();
                let (first, rows) = if part == Part::Near { (0, split.near) } else { (split.near, split.far) };
                for subset in 0..choose(split.free(), rows) {
                    let columns: Vec<u8> = elements(unrank(subset, rows)).map(|c| band.free[usize::from(c)]).collect();
                    let mut want = naive(&split, &band, half, first, &columns);
                    for key in 0..quarter.keys() {
                        let span = quarter.range(subset as u32, key, key + 1);
                        let range = span.start as usize..span.end as usize;
                        let state = |i: usize| match part {
                            Part::Near => quarter.state[i],
                            Part::Far => {
                                let link = quarter.link[i];
                                (link >> split.far_shift() | link << split.far_shift()) & split.state_mask()
                            }
                        };
                        let mut found: Vec<_> = range.map(|i| [quarter.link[i], state(i), quarter.perm[i]]).collect();
                        let mut want = want.remove(&(key as usize)).unwrap_or_default();
                        found.sort_unstable();
                        want.sort_unstable();
                        assert_eq!(found, want, "n {n} {queens:?} half {half} {columns:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn halves_share_lists_where_they_can() {
    let split = Split::new(9, 1).unwrap();
    assert!(Band::new(&split, &[4]).unwrap().same_halves());
    assert_eq!(Band::new(&split, &[4]).unwrap().rule, Rule::Eight);
    let lists = Lists::new(&split, Band::new(&split, &[1]).unwrap(), &Monitor::new()).unwrap();
    assert!(std::ptr::eq(lists.upper(), lists.lower()));
}

#[test]
fn time_is_estimated_from_a_sample() {
    let units = Units::for_size(15).unwrap();
    let estimate = units.estimate(std::time::Duration::from_millis(20), &Monitor::new()).unwrap();
    assert!(estimate.seconds > 0.0 && estimate.seconds < 60.0, "{estimate:?}");
    assert!(estimate.bytes > 1 << 16);
}
