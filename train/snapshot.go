package train

import "time"

// snapshot is a checkpoint in memory, taken before the current step.
type snapshot struct {
	data []byte
	step int64
	rows int    // of metrics
	best []byte // progress.best
	made time.Time
	took time.Duration
}

// keep takes a new snapshot unless the last one is newer than one second, or than fifty
// times the time it took; so that snapshots cost little.
func (k *snapshot) keep(s *progress) {
	if since := time.Since(k.made); k.data != nil && since < max(time.Second, 50*k.took) {
		return
	}
	start := time.Now()
	k.data, k.step, k.rows, k.best = s.append(k.data[:0]), s.Step, len(s.Rows), s.best
	k.made = time.Now()
	k.took = k.made.Sub(start)
}
