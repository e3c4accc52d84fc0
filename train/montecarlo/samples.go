package montecarlo

// samples are packed afterstates with what came of them.
type samples struct {
	packed []byte
	starts []int     // of each sample, in packed
	gains  []float32 // in units of network.GainScale points
	wins   []float32 // 1 for a win
}

// count returns how many there are.
func (s *samples) count() int { return len(s.starts) }

// add adds all samples of a series, of which one player's game brought the same.
func (s *samples) add(packed []byte, starts []int, gain, win float32) {
	for _, at := range starts {
		s.starts = append(s.starts, len(s.packed)+at)
		s.gains, s.wins = append(s.gains, gain), append(s.wins, win)
	}
	s.packed = append(s.packed, packed...)
}

// join returns all samples of several, in order.
func join(parts []samples) *samples {
	bytes, n := 0, 0
	for i := range parts {
		bytes, n = bytes+len(parts[i].packed), n+parts[i].count()
	}
	s := &samples{packed: make([]byte, 0, bytes), starts: make([]int, 0, n), gains: make([]float32, 0, n), wins: make([]float32, 0, n)}
	for i := range parts {
		p := &parts[i]
		for _, at := range p.starts {
			s.starts = append(s.starts, len(s.packed)+at)
		}
		s.gains, s.wins = append(s.gains, p.gains...), append(s.wins, p.wins...)
		s.packed = append(s.packed, p.packed...)
	}
	return s
}
