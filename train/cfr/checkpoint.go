package cfr

import (
	"encoding/json"
	"fmt"
	"io"

	"rummygym/internal/safefile"
)

// checkpointFormat is the name and version of the file format.
const checkpointFormat = "rummygym cfr checkpoint 2"

// checkpoint is the state of a solver. It is stored as JSON, whose numbers are read back
// exactly and which people can read.
type checkpoint struct {
	Digest   string // the first, see safefile.Seal
	Format   string
	Settings Settings
	Sets     int
	Actions  int
	Batches  int
	Regret   []float64
	Sum      []float64
}

// WriteCheckpoint writes the solver as JSON with a digest, for [ReadCheckpoint].
func (s *Solver) WriteCheckpoint(w io.Writer) error {
	text, err := json.Marshal(checkpoint{
		safefile.Placeholder, checkpointFormat, s.settings, s.game.Sets(), s.actions, s.batches, s.regret, s.sum,
	})
	if err == nil {
		err = safefile.Seal(text)
	}
	if err == nil {
		_, err = w.Write(text)
	}
	return err
}

// ReadCheckpoint returns a solver with the state that WriteCheckpoint wrote. If g is the
// same game, it continues like the original.
func ReadCheckpoint(r io.Reader, g Game) (*Solver, error) {
	data, err := io.ReadAll(r)
	if err == nil {
		err = safefile.Verify(data)
	}
	var c checkpoint
	if err == nil && json.Unmarshal(data, &c) != nil {
		err = safefile.ErrDamaged
	}
	if err != nil {
		return nil, fmt.Errorf("cfr: checkpoint: %w", err)
	}
	s, err := New(g, c.Settings)
	switch {
	case c.Format != checkpointFormat:
		return nil, fmt.Errorf("cfr: checkpoint has format %.60q: want %q", c.Format, checkpointFormat)
	case err != nil:
		return nil, err
	case c.Sets != g.Sets() || c.Actions != g.MaxActions():
		return nil, fmt.Errorf("cfr: checkpoint of %d information sets with %d actions: the game has %d with %d",
			c.Sets, c.Actions, g.Sets(), g.MaxActions())
	case c.Batches < 0 || len(c.Regret) != len(s.regret) || len(c.Sum) != len(s.sum):
		return nil, fmt.Errorf("cfr: checkpoint of %d batches with %d regrets and %d sums: want %d of each",
			c.Batches, len(c.Regret), len(c.Sum), len(s.regret))
	}
	s.batches, s.regret, s.sum = c.Batches, c.Regret, c.Sum
	return s, nil
}
