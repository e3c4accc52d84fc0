package ppo

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/klauspost/compress/zstd"

	"rummygym/env"
	"rummygym/env/game"
	"rummygym/env/game/wire"
	"rummygym/train/league"
	"rummygym/train/remote"
)

// stretch is a reply.
type stretch struct {
	from, to int
	rollout
	made    []int // rows of each step of the tables
	endings [][]ending
	tables  []atTable // without seats
	last    []int32   // [tables, players] as in a fleet
	rows    []int32   // of the learner, by row of the reply
}

// read reads the data of a reply about tables with the given number of decisions that wait.
func (s *stretch) read(l *Learner, data []byte, open int) error {
	_, unpack := coders()
	data, err := unpack.DecodeAll(data, nil)
	if err != nil {
		return err
	}
	r := wire.NewReader(data)
	rows := open
	for range l.cfg.Steps {
		made := int(r.Uvarint())
		if made < 0 || made > s.to-s.from {
			return fmt.Errorf("%d decisions at %d tables", made, s.to-s.from)
		}
		rows += made
		s.made = append(s.made, made)
		var endings []ending
		for range r.Uvarint() {
			e := ending{score: r.Float64(), gain: r.Float64()}
			for range r.Uvarint() {
				if e.members = append(e.members, league.ID(r.Uvarint())); r.Short() != nil {
					break
				}
			}
			if r.Short() != nil {
				return r.Short()
			}
			endings = append(endings, e)
		}
		s.endings = append(s.endings, endings)
	}
	s.size = l.o.size
	s.rollout.read(&r)
	if err := r.Short(); err != nil {
		return err
	}
	if s.rollout.rows() != rows {
		return fmt.Errorf("%d decisions: want %d", s.rollout.rows(), rows)
	}
	for i := range s.next {
		n := int64(r.Uvarint()) + int64(cut)
		if n < int64(cut) || n >= 0 && n <= int64(max(i, open-1)) || n >= int64(rows) {
			return fmt.Errorf("decision %d is followed by %d of %d", i, n, rows)
		}
		if i >= open && !(s.masks[i].Has(game.Action(s.actions[i])) && l.possible(&s.masks[i])) {
			return fmt.Errorf("decision %d takes the action %d of %v", i, s.actions[i], s.masks[i])
		}
		s.next[i] = int32(n)
	}
	players := l.cfg.Game.Players()
	self, _ := l.cfg.split()
	for t := s.from; t < s.to; t++ {
		var table atTable
		others := players - 1
		if t < self {
			others = 0
		}
		table.read(&r, others)
		s.tables = append(s.tables, table)
		for range players {
			row := r.Uvarint()
			if row > uint64(rows) {
				return fmt.Errorf("a seat waits with decision %d of %d", row-1, rows)
			}
			s.last = append(s.last, int32(row)-1)
		}
	}
	return r.End()
}

// possible reports whether the game has all actions of a mask.
func (l *Learner) possible(legal *game.Mask) bool {
	for a := range legal.Each() {
		if int(a) >= l.cfg.Game.NumActions() {
			return false
		}
	}
	return true
}

// check returns an error unless [from, to) are some of the tables.
func check(from, to int64, tables int) error {
	if from < 0 || from >= to || to > int64(tables) {
		return fmt.Errorf("ppo: tables %d to %d: want some of 0 to %d", from, to, tables)
	}
	return nil
}

// ask asks for the decisions of an update.
func (l *Learner) ask() error {
	n, err := l.model.Network()
	if err != nil {
		return fmt.Errorf("ppo: %w", err)
	}
	file, err := n.Append(nil)
	if err != nil {
		return fmt.Errorf("ppo: %w", err)
	}
	shared := wire.AppendBytes(nil, file)
	shared = wire.AppendBytes(shared, l.league.AppendState(nil))
	shared = binary.AppendUvarint(shared, l.ticks)
	for _, f := range l.fleets {
		if f.away == nil {
			f.members = f.seated()
			for i := range f.vector.Len() {
				f.away = append(f.away, f.vector.SnapshotTables(nil, i, i+1))
			}
			f.joined = f.vector.Snapshot(nil)
		}
		others := len(f.members) / len(f.away)
		for i, snapshot := range f.away {
			shared = appendTable(shared, snapshot, f.members[i*others:][:others])
			for _, row := range f.last[i*f.players:][:f.players] {
				waits, reward := byte(0), 0.0
				if row != none {
					waits, reward = 1, l.o.rewards[row]
				}
				shared = append(shared, waits)
				shared = binary.LittleEndian.AppendUint64(shared, math.Float64bits(reward))
			}
		}
	}
	l.away = true
	return l.cfg.Remote.Ask(remote.Request{Step: l.segment(), To: int64(l.cfg.Tables), Shared: shared})
}

// segment returns the number of the next decisions at the tables, in updates.
func (l *Learner) segment() int64 { return int64(l.ticks / uint64(l.cfg.Steps)) }

// playAway lets Config.Remote make the decisions of an update. With Config.Staleness they were asked
// for in the update before, and those of the next update are asked for now.
func (l *Learner) playAway(ctx context.Context) error {
	if !l.away {
		if err := l.ask(); err != nil {
			return err
		}
	}
	var replies []*stretch
	for left := int64(l.cfg.Tables); left > 0; {
		have, err := l.cfg.Remote.Next(ctx)
		if err != nil {
			return err
		}
		if err := check(have.From, have.To, l.cfg.Tables); err != nil {
			return err
		}
		s := &stretch{from: int(have.From), to: int(have.To)}
		if have.Step != l.segment() {
			return fmt.Errorf("ppo: decisions of update %d have come, those of update %d are expected", have.Step, l.segment())
		}
		for _, row := range l.waiting(s.from, s.to) {
			if row != none {
				s.rows = append(s.rows, row)
			}
		}
		if err := s.read(l, have.Data, len(s.rows)); err != nil {
			return fmt.Errorf("ppo: a reply about the tables %d to %d: %w", have.From, have.To, err)
		}
		replies = append(replies, s)
		left -= have.To - have.From
	}
	slices.SortFunc(replies, func(a, b *stretch) int { return a.from - b.from })
	at := 0
	for _, s := range replies {
		if s.from != at {
			return fmt.Errorf("ppo: table %d of an update has come twice, and another has not", min(s.from, at))
		}
		at = s.to
	}
	if err := l.merge(replies); err != nil {
		return err
	}
	l.away = false
	if l.cfg.Staleness == 0 {
		return nil
	}
	l.league.Sweep(l.seated())
	return l.ask()
}

// waiting returns the last decision of each seat at the tables [from, to), as in a fleet.
func (l *Learner) waiting(from, to int) (rows []int32) {
	for _, f := range l.fleets {
		a, b := max(from-f.first, 0), min(to-f.first, f.vector.Len())
		if a < b {
			rows = append(rows, f.last[a*f.players:b*f.players]...)
		}
	}
	return rows
}

// merge adds replies about all tables, in the order in which the learner would have made the decisions.
func (l *Learner) merge(replies []*stretch) error {
	for tick := range l.cfg.Steps {
		for _, s := range replies {
			for range s.made[tick] {
				r := int32(len(s.rows))
				d := decision{action: game.Action(s.actions[r]), log: s.logs[r], value: s.values[r]}
				s.rows = append(s.rows, l.o.add(s.observation(r), &s.masks[r], d))
			}
			for _, e := range s.endings[tick] {
				l.count(e)
			}
		}
	}
	for _, s := range replies {
		for r, row := range s.rows {
			l.o.rewards[row] = s.rewards[r]
			if l.o.next[row] = s.next[r]; s.next[r] >= 0 {
				l.o.next[row] = s.rows[s.next[r]]
			}
		}
	}
	for _, f := range l.fleets {
		f.members = f.members[:0]
	}
	table := 0
	for _, s := range replies {
		for i, t := range s.tables {
			f := l.fleets[0]
			if table >= f.first+f.vector.Len() {
				f = l.fleets[1]
			}
			f.away[table-f.first] = t.snapshot
			f.members = append(f.members, t.members...)
			for p, row := range s.last[i*f.players:][:f.players] {
				if row != none {
					row = s.rows[row]
				}
				f.last[(table-f.first)*f.players+p] = row
			}
			table++
		}
	}
	for _, f := range l.fleets {
		var err error
		if f.joined, err = env.JoinSnapshots(nil, f.away...); err != nil {
			return fmt.Errorf("ppo: tables of replies: %w", err)
		}
	}
	l.ticks += uint64(l.cfg.Steps)
	return nil
}

// coders returns what packs and unpacks replies.
var coders = sync.OnceValues(func() (*zstd.Encoder, *zstd.Decoder) {
	pack, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1))
	if err != nil {
		panic(err) // the options are valid
	}
	unpack, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(4<<30))
	if err != nil {
		panic(err)
	}
	return pack, unpack
})
