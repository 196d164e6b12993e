//! The inner loops of a network, each a plain loop that the compiler turns into vector instructions.
//!
//! Sums are made in an order that depends on the lengths alone, so that they are the same on every machine.

/// How many numbers one accumulation keeps in registers.
const BLOCK: usize = 64;

/// Adds the rows of these inputs to the sums; a row of the table is as long as the sums.
///
/// # Panics
/// If the table has no such row.
pub fn add_rows(table: &[f32], active: &[u16], sums: &mut [f32]) {
    match sums.len() {
        8 => add_fixed::<8>(table, active, sums),
        16 => add_fixed::<16>(table, active, sums),
        32 => add_fixed::<32>(table, active, sums),
        64 => add_fixed::<64>(table, active, sums),
        128 => add_blocks::<128>(table, active, sums),
        256 => add_blocks::<256>(table, active, sums),
        units => active.iter().for_each(|&input| {
            let row = &table[usize::from(input) * units..][..units];
            sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
        }),
    }
}

/// Rows that fit into the registers: the sums are loaded and stored once.
fn add_fixed<const N: usize>(table: &[f32], active: &[u16], sums: &mut [f32]) {
    let (rows, _) = table.as_chunks::<N>();
    if let Ok(sums) = <&mut [f32; N]>::try_from(sums) {
        let mut kept = *sums;
        for &input in active {
            kept.iter_mut().zip(&rows[usize::from(input)]).for_each(|(sum, weight)| *sum += weight);
        }
        *sums = kept;
    }
}

/// Longer rows: one walk along the inputs for each piece that fits.
fn add_blocks<const N: usize>(table: &[f32], active: &[u16], sums: &mut [f32]) {
    let (rows, _) = table.as_chunks::<N>();
    for (block, sums) in sums.as_chunks_mut::<BLOCK>().0.iter_mut().enumerate() {
        let mut kept = *sums;
        for &input in active {
            let row = &rows[usize::from(input)].as_chunks::<BLOCK>().0[block];
            kept.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
        }
        *sums = kept;
    }
}

/// The sum of the products.
#[inline]
pub fn dot(left: &[f32], right: &[f32]) -> f32 {
    let ((lefts, left_rest), (rights, right_rest)) = (left.as_chunks::<8>(), right.as_chunks::<8>());
    let mut lanes = [0.0; 8];
    for (left, right) in lefts.iter().zip(rights) {
        for ((lane, left), right) in lanes.iter_mut().zip(left).zip(right) {
            *lane += left * right;
        }
    }
    for ((lane, left), right) in lanes.iter_mut().zip(left_rest).zip(right_rest) {
        *lane += left * right;
    }
    let [a, b, c, d, e, f, g, h] = lanes;
    ((a + e) + (c + g)) + ((b + f) + (d + h))
}

/// Adds a multiple of a row.
#[inline]
pub fn add_scaled(sums: &mut [f32], scale: f32, row: &[f32]) {
    sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += scale * weight);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_length_of_row_is_added_up_alike() {
        for units in [1, 3, 8, 10, 16, 24, 32, 64, 65, 128, 192, 256, 300] {
            let table: Vec<f32> = (0..5 * units).map(|at| (at * at % 97) as f32 / 8.0).collect();
            let mut sums: Vec<f32> = (0..units).map(|unit| unit as f32).collect();
            add_rows(&table, &[4, 0, 2], &mut sums);
            for (unit, sum) in sums.iter().enumerate() {
                let wanted = unit as f32 + table[4 * units + unit] + table[unit] + table[2 * units + unit];
                assert_eq!(*sum, wanted, "unit {unit} of {units}");
            }
        }
    }

    #[test]
    fn products_are_added_up_at_any_length() {
        for length in 0..40 {
            let left: Vec<f32> = (0..length).map(|at| at as f32).collect();
            let right: Vec<f32> = (0..length).map(|at| (at % 5) as f32).collect();
            let wanted: f32 = left.iter().zip(&right).map(|(left, right)| left * right).sum();
            assert_eq!(dot(&left, &right), wanted, "whole numbers, so exactly");
            let mut sums = right.clone();
            add_scaled(&mut sums, 2.0, &left);
            assert!(sums.iter().zip(&left).zip(&right).all(|((sum, left), right)| *sum == right + 2.0 * left));
        }
    }

    #[test]
    #[should_panic]
    fn an_input_without_a_row_is_refused() {
        add_rows(&[0.0; 64], &[4], &mut [0.0; 16]);
    }
}
