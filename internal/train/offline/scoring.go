package offline

import (
	"bufio"
	"fmt"
	"io"
	"rummygym/internal/agents/network"
	"rummygym/internal/train"
)

// Scoring fits the points that follow a decision (head network.Points): the gains of the rows.
type Scoring struct {
	held    *Rows
	view    *View
	workers int
}

// NewScoring returns the task of fitting gains, measured on held-out rows as a view presents them at its first turn.
func NewScoring(held *Rows, v *View, workers int) *Scoring { return &Scoring{held, v, workers} }

// Heads returns the head, of size 1.
func (s *Scoring) Heads() []network.Head { return []network.Head{{Name: network.Points, Size: 1}} }

// Losses returns the mean squared error, in points².
func (s *Scoring) Losses() []train.Loss {
	return []train.Loss{train.SquaredError{Head: network.Points}}
}

func (s *Scoring) aim(dst []train.Target, samples []Sample) {
	dst[0].Values = resize(dst[0].Values, len(samples))
	for i := range samples {
		dst[0].Values[i] = samples[i].Gain
	}
}

// Columns returns the name of the measure, the mean squared error in points².
func (s *Scoring) Columns() []string { return []string{"validation/loss"} }

// Measure sets row to the values of Columns.
func (s *Scoring) Measure(n *network.Network, row []float64) error {
	r, err := s.Residuals(n)
	if err != nil {
		return err
	}
	row[0] = 0
	for _, v := range r {
		row[0] += v * v / float64(len(r))
	}
	return nil
}

// Residuals returns the gains of the held-out rows minus the predictions of a network.
func (s *Scoring) Residuals(n *network.Network) ([]float64, error) {
	head, err := headOf(n, network.Points, 1)
	if err != nil {
		return nil, err
	}
	const span = 1024
	m, err := train.From(n, train.Settings{Losses: s.Losses(), Optimizer: train.Adam(1), MaxBatch: span, Workers: s.workers})
	if err != nil {
		return nil, err
	}
	stored, inputs, heads := make([]float32, s.held.pack.width), make([]float32, span*s.view.Size), make([][]float32, head+1)
	residuals := make([]float64, 0, s.held.Len())
	for from := 0; from < s.held.Len(); from += span {
		part := min(span, s.held.Len()-from)
		for i := range part {
			s.held.Inputs(stored, from+i)
			s.view.Inputs(inputs[i*s.view.Size:][:s.view.Size], stored, 0)
		}
		heads[head] = resize(heads[head], part)
		if err := m.Predict(inputs[:part*s.view.Size], heads...); err != nil {
			return nil, err
		}
		for i, v := range heads[head] {
			residuals = append(residuals, float64(s.held.Samples[from+i].Gain)-float64(v))
		}
	}
	return residuals, nil
}

// Write writes the gains of the held-out rows and their residuals as CSV: the columns predicted and actual, in points.
func (s *Scoring) Write(w io.Writer, residuals []float64) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, "predicted,actual")
	for i, r := range residuals {
		gain := float64(s.held.Samples[i].Gain)
		fmt.Fprintf(b, "%v,%v\n", float32(gain-r), gain)
	}
	return b.Flush()
}
