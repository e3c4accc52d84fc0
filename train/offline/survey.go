package offline

import (
	"context"
	"errors"
)

// Survey is what reading a source through tells.
type Survey struct {
	Training int64 // decisions to learn from, with those that a [Maker] leaves out
	HeldOut  int64 // decisions that are held out
	Rows     *Rows // of the held-out decisions, all or the first in a random order of the files' batches
}

// Survey reads all that the source has, so that what is damaged is found before
// anything is learned from it, counts the decisions and keeps at most so many of those
// that are held out.
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
		r.giveBack(rows)
	}
	if v.Training == 0 {
		return nil, errors.New("no decision is selected, or all games with one are held out")
	}
	return v, nil
}
