//! Every instruction set of this machine against the definitions, on random data.

use super::{BLOCK, Isa, Kernel, Packing, Pass, RecordLists, Rows, Slot, Span, StateLists, Tables, key_bits, place};

fn kernels() -> Vec<Kernel> {
    Isa::ALL.into_iter().filter_map(Kernel::new).collect()
}

/// Steele and Vigna's splitmix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    fn list(&mut self, len: usize, mut one: impl FnMut(&mut Self) -> u64) -> Vec<u64> {
        (0..len).map(|_| one(self)).chain([0; 8]).collect()
    }

    fn spans(&mut self, near: u64, far: u64) -> Vec<Pass> {
        let mut span = |len: u64| {
            let (a, b) = (self.below(len + 1) as u32, self.below(len + 1) as u32);
            Span { start: a.min(b), end: a.max(b) }
        };
        (0..20).map(|split| Pass { near: span(near), far: span(far), split: split % 3 }).collect()
    }
}

fn sorted(mut list: Vec<u64>) -> Vec<u64> {
    list.sort_unstable();
    list
}

#[test]
fn names_are_read_back() {
    for isa in Isa::ALL.into_iter().filter(|isa| isa.is_available()) {
        assert_eq!(isa.to_string().parse(), Ok(isa));
    }
    assert!("sse9".parse::<Isa>().is_err());
}

#[test]
fn partition_and_filter_keep_the_order() {
    let mut random = Random(1);
    for kernel in kernels() {
        for len in (0..40).chain([511, 512, 513, 1000]) {
            let mask = 1 << random.below(64);
            let list: Vec<u64> = (0..len).map(|_| random.next()).collect();
            let (mut without, with): (Vec<u64>, Vec<u64>) = list.iter().partition(|&x| x & mask == 0);
            let mut kept = vec![7];
            kernel.filter(&list, mask, &mut kept);
            assert_eq!(kept, without, "{kernel:?}");
            let mut moved = list;
            assert_eq!(kernel.partition(&mut moved, mask, &mut Vec::new()), without.len());
            without.extend(with);
            assert_eq!(moved, without, "{kernel:?}");
        }
    }
}

#[test]
fn states_are_those_of_fitting_pairs() {
    let mut random = Random(2);
    // As in the method, a near element throws at least one diagonal.
    let near_link = random.list(60, |r| 1 << r.below(12) | 1 << r.below(12));
    let near_state = random.list(60, |r| r.next() & 0xfff);
    let far_link = random.list(90, |r| r.next() & r.next() & 0x0000_00ff_0000_0fff);
    let mask = 0xffff_0000_ffff;
    let lists = StateLists { near_link: &near_link, near_state: &near_state, far_link: &far_link, shift: 35, mask };
    let passes = random.spans(60, 90);
    let mut want = Vec::new();
    for pass in &passes {
        for far in pass.far.range() {
            let link = far_link[far];
            let fitting = pass.near.range().filter(|&near| near_link[near] & link == 0);
            want.extend(fitting.map(|near| near_state[near] | (link >> 35 | link << 35) & mask));
        }
    }
    let want = sorted(want);
    for kernel in kernels() {
        let mut out = vec![7];
        kernel.states(&passes, &lists, &mut out);
        assert_eq!(out.remove(0), 7);
        assert_eq!(sorted(out), want, "{kernel:?}");
    }
}

#[test]
fn records_are_those_of_fitting_pairs() {
    let mut random = Random(3);
    let slots = 3;
    let (first, end) = key_bits(slots);
    let key = (1 << end) - (1 << first);
    let perm = |r: &mut Random| (r.next() & 0x0003_0303) | (r.next() & key);
    let near_link = random.list(60, |r| 1 << r.below(12) | 1 << r.below(12));
    let near_perm = random.list(60, perm);
    let far_link = random.list(90, |r| r.next() & r.next() & 0xfff);
    let far_perm = random.list(90, perm);
    let ranks: Vec<([u8; 16], [u8; 16])> = (0..3)
        .map(|_| (std::array::from_fn(|_| random.below(9) as u8), std::array::from_fn(|_| random.below(9) as u8)))
        .collect();
    // of near and far rows a pair, and a single row: these share the last slot
    let (mut near, mut far) = (Packing::default(), Packing::default());
    near.put(0, [9, 1], 0, slots);
    far.put(0, [9, 1], 1, slots);
    near.put(1, [16, 0], 2, slots);
    far.put(1, [1, 0], 2, slots);
    let lists = RecordLists {
        key,
        near_link: &near_link,
        near_perm: &near_perm,
        far_link: &far_link,
        far_perm: &far_perm,
        ranks: &ranks,
        near,
        far,
    };
    let passes = random.spans(60, 90);
    let mut want = Vec::new();
    for pass in &passes {
        let (near_ranks, far_ranks) = &ranks[pass.split as usize];
        for far in pass.far.range() {
            for near in pass.near.range().filter(|&near| near_link[near] & far_link[far] == 0) {
                let n = near_perm[near].to_le_bytes().map(|b| u64::from(near_ranks[usize::from(b & 15)]));
                let f = far_perm[far].to_le_bytes().map(|b| u64::from(far_ranks[usize::from(b & 15)]));
                let indices = [9 * n[0] + n[1], 9 * f[0] + f[1], (16 * n[2]) | f[2]];
                let fields = indices.iter().enumerate().fold(0, |all, (slot, index)| all | index << place(slot, slots));
                want.push(fields | ((near_perm[near] | far_perm[far]) & key));
            }
        }
    }
    let want = sorted(want);
    for kernel in kernels() {
        let mut out = Vec::new();
        kernel.records(&passes, &lists, &mut out);
        assert_eq!(sorted(out), want, "{kernel:?}");
    }
}

#[test]
fn numbers_are_sums_of_looked_up_terms() {
    let mut random = Random(5);
    for rows in 1..=6 {
        let terms: Vec<[u32; 16]> = (0..rows).map(|_| std::array::from_fn(|_| random.below(1 << 24) as u32)).collect();
        let patterns: Vec<[u8; 16]> = (0..7 * rows).map(|_| std::array::from_fn(|_| random.below(16) as u8)).collect();
        for kernel in kernels() {
            let mut out = [[0; 16]; 7];
            kernel.number(&terms, &patterns, &mut out);
            for (out, pattern) in out.iter().zip(patterns.chunks(rows)) {
                let want: [u32; 16] =
                    std::array::from_fn(|d| (0..rows).map(|r| terms[r][usize::from(pattern[r][d])]).sum());
                assert_eq!(*out, want, "{kernel:?}");
            }
        }
    }
}

/// The diagonals that a queen in `row` and `column` needs free.
fn needed(row: u8, column: u8) -> u64 {
    let left = 1 << (row + column);
    let right = if column >= row && column - row > 0 { 1 << (32 + column - row) } else { 0 };
    left | right
}

#[test]
fn visits_count_pairs_without_conflict() {
    let columns = [0, 2, 3, 5, 8, 11, 17];
    let pair = |row: u8| Slot { high: Some((row, 7)), low: row + 1 };
    let single = Slot { high: None, low: 4 };
    let joint = Slot { high: Some((5, 16)), low: 6 };
    let all = [pair(0), pair(2), single, joint, pair(8), pair(10)];
    let mut random = Random(4);
    for used in 1..=all.len() {
        let slots = &all[..used];
        let squares: Vec<[u8; 2]> =
            (0..12).flat_map(|row| columns.map(|c| [c + row, if c >= row { 32 + c - row } else { 32 }])).collect();
        let rows = Rows { ranks: 7, squares: &squares, bits: 30, slots };
        for states in [0, 1, 7, 8, 9, 64, 300, 511, 512] {
            let states: Vec<u64> = (0..states)
                .map(|_| (random.next() & random.next() & random.next() & 0x3fff_fffe_3fff_ffff) | 1 << 40)
                .collect();
            let halves: Vec<(u64, u64)> = (0..50).map(|_| random_half(&mut random, slots, &columns)).collect();
            let records: Vec<u64> = halves.iter().map(|half| half.0).collect();
            for forbidden in [0, 1 << key_bits(used).0, 1 << (key_bits(used).1 - 1)] {
                let free = halves.iter().filter(|half| half.0 & forbidden == 0);
                let want: usize = free.map(|half| states.iter().filter(|&s| s & half.1 == 0).count()).sum();
                for kernel in kernels() {
                    let mut tables = Tables::new();
                    let common = kernel.set_up(&states, &rows, &mut tables);
                    assert_eq!(common, states.iter().fold(!0, |all, s| all & s), "{kernel:?}");
                    let found = kernel.visit(&records, forbidden, &tables, &mut Vec::new());
                    assert_eq!(found, want as u64, "{kernel:?} {used} slots {} states", states.len());
                }
            }
        }
    }
    assert_eq!(BLOCK, 512);
}

/// A record with random ranks, and what it needs.
fn random_half(random: &mut Random, slots: &[Slot], columns: &[u8]) -> (u64, u64) {
    let (first, end) = key_bits(slots.len());
    let mut record = random.below(4) << first | random.below(2) << (end - 1);
    let mut need = 0;
    for (at, slot) in slots.iter().enumerate() {
        let mut rank = || random.below(columns.len() as u64) as usize;
        let low = rank();
        need |= needed(slot.low, columns[low]);
        let mut index = low as u64;
        if let Some((row, stride)) = slot.high {
            let high = rank();
            need |= needed(row, columns[high]);
            index += high as u64 * u64::from(stride);
        }
        record |= index << place(at, slots.len());
    }
    (record, need)
}
