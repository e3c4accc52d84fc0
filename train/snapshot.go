package train

import "time"

// snapshot is a checkpoint in memory, of before the step that is under way.
type snapshot struct {
	data []byte
	step int64
	rows int // of metrics
	made time.Time
	took time.Duration
}

// keep makes it anew where that takes little of the time: after a second, and after
// fifty times what it took before.
func (k *snapshot) keep(s *progress) {
	if since := time.Since(k.made); k.data != nil && since < max(time.Second, 50*k.took) {
		return
	}
	start := time.Now()
	k.data, k.step, k.rows = s.append(k.data[:0]), s.Step, len(s.Rows)
	k.made = time.Now()
	k.took = k.made.Sub(start)
}
