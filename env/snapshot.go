package env

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"

	"rummygym/env/game"
	"rummygym/env/game/wire"
)

// snapshotVersion is the first byte of a snapshot. It changes when the format changes.
const snapshotVersion = 1

// The bits of a snapshot's flags.
const (
	flagStarted = 1 << iota
	flagTruncated
)

// ledgerFigures is the number of float64 values per seat in the snapshot of a ledger.
const ledgerFigures = 4

// Clone returns an independent copy of the environment. The copies share the encoder and
// the potential.
func (e *Env) Clone() *Env {
	c := &Env{}
	c.init(e.game, e.cfg)
	c.CopyFrom(e)
	return c
}

// CopyFrom sets e to the episode of src without allocating. Both must be of the same
// game; e keeps its own options.
func (e *Env) CopyFrom(src *Env) {
	e.started, e.truncated = src.started, src.truncated
	e.steps, e.current = src.steps, src.current
	e.ledger = src.ledger
	e.src = src.src
	e.legalKnown, e.viewer = false, game.NoPlayer
	if src.started {
		e.state.CopyFrom(src.state)
	}
}

// Redeal replaces everything that seat p cannot know by a uniform sample that is
// consistent with its observation, see [game.State.Redeal]. With shaping, the other seats
// continue from the potential of their new cards.
func (e *Env) Redeal(p game.Player, src rand.Source) {
	e.mustSeat(p, "Redeal")
	e.state.Redeal(p, src)
	e.legalKnown, e.viewer = false, game.NoPlayer
	if e.cfg.Potential == nil || e.Over() {
		return
	}
	for q := range e.players {
		if q != p && e.ledger.has(q) {
			e.ledger.potential[q] = e.cfg.Potential(e.see(q))
		}
	}
}

// Snapshot appends an exact serialisation of the episode to dst: the state of the game,
// the steps counted towards MaxSteps, and the rewards with the state of shaping. After
// [Env.Restore] an environment of the same game and options continues identically.
func (e *Env) Snapshot(dst []byte) ([]byte, error) {
	// The format: version, flags, seats, the name of the game after its length,
	// steps; then the ledger; then the state up to the end. Integers are varints,
	// floats little-endian.
	flags := byte(0)
	if e.started {
		flags |= flagStarted
	}
	if e.truncated {
		flags |= flagTruncated
	}
	name := e.game.Name()
	dst = append(dst, snapshotVersion, flags, byte(e.players))
	dst = binary.AppendUvarint(dst, uint64(len(name)))
	dst = append(dst, name...)
	if !e.started {
		return dst, nil
	}
	dst = binary.AppendUvarint(dst, uint64(e.steps))
	dst = append(dst, e.ledger.decided)
	for p := range e.players {
		for _, x := range [ledgerFigures]float64{e.ledger.last[p], e.ledger.accrued[p], e.ledger.total[p], e.ledger.potential[p]} {
			dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(x))
		}
	}
	return e.state.AppendBinary(dst)
}

// Restore sets the environment to the episode of a snapshot. The error reports a fault of
// the data; the environment is then unchanged.
func (e *Env) Restore(data []byte) error {
	r := wire.NewReader(data)
	version, flags, players := r.Byte(), r.Byte(), r.Byte()
	name := string(r.Bytes(r.Uvarint()))
	switch {
	case r.Short() != nil:
		return fmt.Errorf("env: snapshot %w", r.Short())
	case version != snapshotVersion:
		return fmt.Errorf("env: snapshot of version %d: this program reads version %d", version, snapshotVersion)
	case name != e.game.Name() || players != byte(e.players):
		return fmt.Errorf("env: snapshot of game %q with %d seats: want %q with %d", name, players, e.game.Name(), e.players)
	case flags > flagStarted|flagTruncated || flags == flagTruncated:
		return fmt.Errorf("env: snapshot has the flags %#x, which are inconsistent", flags)
	}
	if flags&flagStarted == 0 {
		if err := r.End(); err != nil {
			return fmt.Errorf("env: snapshot %w", err)
		}
		fresh := Env{}
		fresh.init(e.game, e.cfg)
		*e = fresh
		return nil
	}
	steps := r.Uvarint()
	l := ledger{decided: r.Byte()}
	for p := range e.players {
		for _, x := range [ledgerFigures]*float64{&l.last[p], &l.accrued[p], &l.total[p], &l.potential[p]} {
			*x = r.Float64()
		}
	}
	switch {
	case r.Short() != nil:
		return fmt.Errorf("env: snapshot %w", r.Short())
	case steps > math.MaxInt32:
		return fmt.Errorf("env: snapshot counts %d steps, more than an episode can have", steps)
	case l.decided>>e.players != 0:
		return fmt.Errorf("env: snapshot has decisions of seats %#b at a table of %d", l.decided, e.players)
	}
	if err := e.game.Decode(e.state, r.Left()); err != nil {
		return fmt.Errorf("env: state in the snapshot: %w", err)
	}
	e.started, e.truncated = true, flags&flagTruncated != 0
	e.steps, e.ledger = int(steps), l
	e.legalKnown, e.viewer = false, game.NoPlayer
	e.current = e.state.Current()
	if e.truncated {
		e.current = game.NoPlayer
	}
	return nil
}
