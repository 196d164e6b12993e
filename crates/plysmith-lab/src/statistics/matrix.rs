//! Small square matrices: as much as a fit by Newton's method needs.

/// A square matrix, row by row.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Matrix {
    count: usize,
    cells: Vec<f64>,
}

impl Matrix {
    /// All cells 0.
    pub fn zero(count: usize) -> Matrix {
        Matrix { count, cells: vec![0.0; count * count] }
    }

    /// A cell.
    pub fn at(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.count + column]
    }

    /// A cell to write to.
    pub fn cell(&mut self, row: usize, column: usize) -> &mut f64 {
        &mut self.cells[row * self.count + column]
    }

    /// L of L × Lᵀ; `None` if the matrix is not positive definite.
    pub fn factor(&self) -> Option<Matrix> {
        let mut lower = Matrix::zero(self.count);
        for row in 0..self.count {
            for column in 0..=row {
                let sum: f64 = (0..column).map(|at| lower.at(row, at) * lower.at(column, at)).sum();
                let rest = self.at(row, column) - sum;
                *lower.cell(row, column) = match row == column {
                    true if rest > 0.0 => rest.sqrt(),
                    true => return None,
                    false => rest / lower.at(column, column),
                };
            }
        }
        Some(lower)
    }

    /// The solution of matrix × x = right, of a matrix that was factored.
    pub fn solve(&self, right: &[f64]) -> Vec<f64> {
        let mut x = right.to_vec();
        for row in 0..self.count {
            let sum: f64 = (0..row).map(|at| self.at(row, at) * x[at]).sum();
            x[row] = (x[row] - sum) / self.at(row, row);
        }
        for row in (0..self.count).rev() {
            let sum: f64 = (row + 1..self.count).map(|at| self.at(at, row) * x[at]).sum();
            x[row] = (x[row] - sum) / self.at(row, row);
        }
        x
    }

    /// The solution of Lᵀ × x = right, of the L that was factored: numbers drawn independently become numbers with the inverse of the matrix as covariance.
    pub fn solve_upper(&self, right: &[f64]) -> Vec<f64> {
        let mut x = right.to_vec();
        for row in (0..self.count).rev() {
            let sum: f64 = (row + 1..self.count).map(|at| self.at(at, row) * x[at]).sum();
            x[row] = (x[row] - sum) / self.at(row, row);
        }
        x
    }

    /// Adds another matrix, times a factor.
    pub fn add(&mut self, other: &Matrix, factor: f64) {
        self.cells.iter_mut().zip(&other.cells).for_each(|(sum, more)| *sum += factor * more);
    }
}
