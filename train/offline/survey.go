package offline

import (
	"context"
	"errors"
)

// Survey is the result of reading a source once.
type Survey struct {
	Training int64 // decisions to learn from, including those that a [Maker] leaves out
	HeldOut  int64 // held-out decisions
	Rows     *Rows // held-out decisions: all, or the first in a random order of the files' batches
}

// Survey reads the whole source, so that damage is found before training. It counts the
// decisions and keeps at most the given number of held-out ones.
func (s *Source) Survey(ctx context.Context, most, workers int) (*Survey, error) {
	r, err := s.newReader(s.config.Split.Seed, workers, heldOut)
	if err != nil {
		return nil, err
	}
	defer r.wait()
	r.once = true
	v := &Survey{Rows: &Rows{pack: &s.pack}}
	for at := (Position{}); at.Epoch == 0; at = r.after(at) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		rows, others, err := r.read(at)
		if err != nil {
			return nil, err
		}
		v.Training += int64(others)
		v.HeldOut += int64(rows.Len())
		rows.cut(min(rows.Len(), most-v.Rows.Len()))
		v.Rows.join(rows)
		r.recycle(rows)
	}
	if v.Training == 0 {
		return nil, errors.New("no decision is selected, or all games with one are held out")
	}
	return v, nil
}
