package stats

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// equations is a system of linear equations.
type equations struct {
	matrix, right blas64.General // of n rows; solve replaces both
	pivots        []int
}

func newEquations(n int) *equations {
	return &equations{
		blas64.General{Rows: n, Cols: n, Stride: n, Data: make([]float64, n*n)},
		blas64.General{Rows: n, Cols: 1, Stride: 1, Data: make([]float64, n)}, make([]int, n),
	}
}

// row returns a row of the matrix.
func (e *equations) row(i int) []float64 {
	return e.matrix.Data[i*e.matrix.Stride:][:e.matrix.Cols]
}

// solve solves the equations. It reports whether they have exactly one solution, which is then
// in right.
func (e *equations) solve() bool {
	if !lapack64.Getrf(e.matrix, e.pivots) {
		return false
	}
	lapack64.Getrs(blas.NoTrans, e.matrix, e.right, e.pivots)
	return true
}
