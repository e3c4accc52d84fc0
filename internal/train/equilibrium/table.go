package equilibrium

import "rummygym/internal/agents/tabular"

// Table returns the table of a profile, for agents that play by it: a row for each information set with a choice. The probabilities are
// rounded to 32 bits.
func (t *Tree) Table(of Profile, h tabular.Header) *tabular.Table {
	var rows []tabular.Row
	for p := range t.sides {
		s := &t.sides[p]
		x, rounded := make([]float64, s.sequences()), make([]float32, s.sequences())
		s.plan(x, of[p])
		for q, v := range of[p] {
			rounded[q] = float32(v)
		}
		for i := range s.sets() {
			if from, to := s.first[i], s.first[i+1]; to-from > 1 {
				rows = append(rows, tabular.Row{
					Key: s.keys[i], View: s.views[i], Weight: float32(x[s.parent[i]]),
					Actions: s.actions[from:to], Probabilities: rounded[from:to],
				})
			}
		}
	}
	return tabular.New(h, rows)
}

// Rounded returns the profile as an agent plays it that has its [Tree.Table].
func (t *Tree) Rounded(of Profile) (rounded Profile) {
	for p := range t.sides {
		s := &t.sides[p]
		rounded[p] = append(rounded[p], of[p]...)
		for i := range s.sets() {
			sum := 0.0
			for q := s.first[i]; q < s.first[i+1]; q++ {
				rounded[p][q] = float64(float32(of[p][q]))
				sum += rounded[p][q]
			}
			for q := s.first[i]; q < s.first[i+1]; q++ {
				rounded[p][q] /= sum
			}
		}
	}
	return rounded
}
