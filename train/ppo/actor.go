package ppo

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math"

	"rummygym/agents/network"
	"rummygym/env"
	"rummygym/env/game"
	"rummygym/env/game/wire"
	"rummygym/train"
	"rummygym/train/league"
	"rummygym/train/remote"
)

// Actor plays at tables of a learner in another process. Create one with [NewActor]; Close ends its
// goroutines.
//
// It keeps nothing from one request to the next: a request has the tables in mid-episode, and the reply
// has them as the actor leaves them. So any actor can play at any table, and one that is lost can be
// replaced.
type Actor struct {
	cfg    Config
	self   int // tables of self-play
	league *league.League
	fleets map[seating]*fleet
	player *actor // nil before the first request

	// What the tables of an update share.
	shared []byte
	ticks  uint64
	tables []atTable
}

// seating is what fleets of an actor differ in.
type seating struct {
	league bool
	tables int
}

// atTable is a table in mid-episode.
type atTable struct {
	snapshot []byte      // as of a vector of one table
	members  []league.ID // of the league, after the learner
	seats    []atSeat    // by player
}

// atSeat tells whether the last decision of a seat in the episode still waits for its successor, and
// the rewards since.
type atSeat struct {
	waits  bool
	reward float64
}

// NewActor returns an actor for learners with the same configuration, in which Workers, Remote, Staleness
// and what concerns learning may differ.
func NewActor(c Config) (*Actor, error) {
	c.Staleness = 0
	if err := c.Validate(); err != nil {
		return nil, err
	}
	a := &Actor{cfg: c, fleets: map[seating]*fleet{}}
	a.self, _ = c.split()
	var err error
	a.league, err = league.New(c.League)
	return a, err
}

// Close ends the goroutines of the tables. Calling it twice is harmless.
func (a *Actor) Close() {
	for _, f := range a.fleets {
		f.vector.Close()
	}
}

// Play makes the decisions of an update at the tables of a request. It is a [remote.Play].
func (a *Actor) Play(ctx context.Context, r remote.Request) ([]byte, error) {
	if err := check(r.From, r.To, a.cfg.Tables); err != nil {
		return nil, err
	}
	if a.player == nil || !bytes.Equal(a.shared, r.Shared) {
		if err := a.read(r.Shared); err != nil {
			return nil, fmt.Errorf("ppo: request of update %d: %w: learner and actor need the same settings", r.Step, err)
		}
		a.shared = r.Shared
	}
	o := rollout{size: a.cfg.Env.Encoder.Layout().Size()}
	var fleets []*fleet
	for _, part := range [2][2]int{{int(r.From), min(int(r.To), a.self)}, {max(int(r.From), a.self), int(r.To)}} {
		if part[0] >= part[1] {
			continue
		}
		f, err := a.seat(&o, part[0], part[1])
		if err != nil {
			return nil, fmt.Errorf("ppo: request of update %d: %w", r.Step, err)
		}
		fleets = append(fleets, f)
	}
	o.grow(a.cfg.Steps * int(r.To-r.From))
	var dst []byte
	for tick := range uint64(a.cfg.Steps) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		rows, endings := o.rows(), []ending(nil)
		for _, f := range fleets {
			if err := f.step(&o, a.player, a.cfg.Seed, a.ticks+tick, func(e ending) { endings = append(endings, e) }); err != nil {
				return nil, err
			}
		}
		dst = appendTick(dst, o.rows()-rows, endings)
	}
	dst = o.append(dst)
	for _, n := range o.next {
		dst = binary.AppendUvarint(dst, uint64(n-cut))
	}
	for _, f := range fleets {
		seated := f.seated()
		others := len(seated) / f.vector.Len()
		for i := range f.vector.Len() {
			dst = appendTable(dst, f.vector.SnapshotTables(nil, i, i+1), seated[i*others:][:others])
			for _, row := range f.last[i*f.players:][:f.players] {
				dst = binary.AppendUvarint(dst, uint64(row+1))
			}
		}
	}
	pack, _ := coders()
	return pack.EncodeAll(dst, nil), nil
}

// seat returns a fleet with the tables [from, to) as they were left. It adds a row for each decision
// that waits, which only collects its reward and its successor.
func (a *Actor) seat(o *rollout, from, to int) (f *fleet, err error) {
	kind := seating{from >= a.self, to - from}
	if f = a.fleets[kind]; f == nil {
		var l *league.League
		if kind.league {
			l = a.league
		}
		if f, err = newFleet(&a.cfg, kind.tables, 0, l); err != nil {
			return nil, err
		}
		a.fleets[kind] = f
	}
	f.first = from
	nothing, legal := make([]float32, o.size), game.Mask{}
	var snapshots [][]byte
	for i, t := range a.tables[from:to] {
		snapshots = append(snapshots, t.snapshot)
		for k, id := range t.members {
			if err := f.seats[i*len(t.members)+k].Place(id); err != nil {
				return nil, err
			}
		}
		for p, s := range t.seats {
			last := &f.last[i*f.players+p]
			if *last = none; s.waits {
				*last = o.add(nothing, &legal, decision{})
				o.rewards[*last] = s.reward
			}
		}
	}
	all, err := env.JoinSnapshots(nil, snapshots...)
	if err != nil {
		return nil, err
	}
	return f, f.vector.Restore(all, f.out)
}

// read reads what [Learner.ask] shares.
func (a *Actor) read(shared []byte) error {
	r := wire.NewReader(shared)
	file, members := r.Bytes(r.Uint64()), r.Bytes(r.Uint64())
	a.ticks = r.Uvarint()
	a.tables = make([]atTable, a.cfg.Tables)
	players := a.cfg.Game.Players()
	for i := range a.tables {
		t := &a.tables[i]
		others := players - 1
		if i < a.self {
			others = 0
		}
		t.read(&r, others)
		for range players {
			t.seats = append(t.seats, atSeat{r.Byte() == 1, r.Float64()})
		}
	}
	if err := r.End(); err != nil {
		return err
	}
	if err := a.league.Restore(members); err != nil {
		return err
	}
	n, err := network.Decode(file)
	if err != nil {
		return err
	}
	if a.player != nil {
		return a.player.model.SetNetwork(n)
	}
	d := n.Description()
	if err := d.Fits(a.cfg.Game, a.cfg.Env.Encoder.Layout(), policyHead); err != nil {
		return err
	}
	if h := d.Head(Value); h < 0 || d.Heads[h].Size != 1 {
		return fmt.Errorf("the network has no head %q of size 1", Value)
	}
	m, err := train.From(n, a.cfg.Settings())
	if err == nil {
		a.player = newActor(m, a.cfg.Game, d)
	}
	return err
}

// appendTick appends how many decisions were made and which episodes ended in one step of the tables.
func appendTick(dst []byte, rows int, endings []ending) []byte {
	dst = binary.AppendUvarint(dst, uint64(rows))
	dst = binary.AppendUvarint(dst, uint64(len(endings)))
	for _, e := range endings {
		dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(e.score))
		dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(e.gain))
		dst = binary.AppendUvarint(dst, uint64(len(e.members)))
		for _, id := range e.members {
			dst = binary.AppendUvarint(dst, uint64(id))
		}
	}
	return dst
}

// appendTable appends a table without its seats.
func appendTable(dst, snapshot []byte, members []league.ID) []byte {
	dst = wire.AppendBytes(dst, snapshot)
	for _, id := range members {
		dst = binary.AppendUvarint(dst, uint64(id))
	}
	return dst
}

// read reads what appendTable appended.
func (t *atTable) read(r *wire.Reader, others int) {
	t.snapshot = r.Bytes(r.Uint64())
	for range others {
		t.members = append(t.members, league.ID(r.Uvarint()))
	}
}
