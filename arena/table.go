package arena

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"rummygym/agents"
	"rummygym/env/game"
	"rummygym/env/record"
)

// gameTable is where one worker plays one game after the other. It keeps the state,
// the observation and the agents, so that a game allocates nothing.
type gameTable struct {
	setup    *Setup
	entrants []Entrant
	drop     game.Action
	forfeit  int

	table  *agents.Table
	watch  func(*agents.Decision) error // note, or nil where there is nothing to note
	drops  uint8                        // of the game that is played, by seat
	parted game.Parted                  // the state, or nil if the game has no parts
	parts  int                          // parts of the game that is played that are in tallies

	costliest *Costliest       // nil: no game is kept
	recorder  *record.Recorder // of the game that is played, nil if no game is kept
	events    []record.Event

	tallies [game.MaxPlayers]Tally // of the game that is played, by seat
	seated  [][]game.Agent         // by entrant and seat, made when first needed
	seats   [game.MaxPlayers]game.Agent
}

func newTable(c *Config, s *Setup) *gameTable {
	t := &gameTable{
		setup: s, entrants: c.Entrants, drop: c.Drop, forfeit: c.Forfeit, table: agents.NewTable(c.Game),
		seated: make([][]game.Agent, len(c.Entrants)),
	}
	for e := range t.seated {
		t.seated[e] = make([]game.Agent, s.Seats)
	}
	if len(s.PartEndings) > 0 {
		t.parted = t.table.State().(game.Parted)
	}
	if c.Costliest != nil {
		if g, err := record.Of(c.Game); err == nil {
			t.costliest, t.recorder = c.Costliest, record.NewRecorder(g)
		}
	}
	if t.drop != game.NoAction || t.parted != nil || t.recorder != nil {
		t.watch = t.note
	}
	return t
}

// play plays episode i of the run with the given seed. The error names the agent
// whose action the rules refuse, and the game.
func (t *gameTable) play(lineup Lineup, seed, i uint64) (Record, error) {
	for s, e := range lineup {
		if t.seated[e][s] == nil {
			t.seated[e][s] = t.entrants[e].New()
		}
		t.seats[s] = t.seated[e][s]
	}
	t.table.Deal(seed, i, t.seats[:len(lineup)]...)
	if t.recorder != nil {
		t.events = t.recorder.AppendDeal(nil, t.table.State())
	}
	t.drops, t.parts = 0, 0
	clear(t.tallies[:])
	err := t.table.Play(t.watch)
	for s := range lineup {
		if o, ok := t.seats[s].(agents.Outside); ok {
			t.tallies[s].Retries = clip(o.Retries())
		}
	}
	if err != nil {
		if failed := (*agents.Failure)(nil); t.forfeit > 0 && errors.As(err, &failed) {
			return t.forfeited(failed.Player, len(lineup)), nil
		}
		t.table.End(nil)
		p := t.table.Last().Player
		return Record{}, fmt.Errorf("arena: game %d of %s (seed %d): agent %s at seat %d: %w",
			i, t.setup.names(lineup), seed, t.entrants[lineup[p]].Name, p, err)
	}
	t.notePart()
	r := Record{Drops: t.drops}
	out := t.table.State().Outcome()
	r.Ending, r.Winner = out.Ending, out.Winner
	r.Rounds, r.Turns = clip(out.Rounds), clip(out.Turns)
	r.setGains(out.Gains[:len(lineup)])
	if t.recorder != nil && lineup[0] != lineup[1] {
		at := t.setup.find(lineup...)
		t.costliest.take(&CostlyGame{Lineup: slices.Clone(lineup), Seed: seed, Game: int(i), Points: max(out.Gains[0], out.Gains[1]), Events: t.events, at: at})
	}
	return r, nil
}

// setGains sets the gains, as near as a record holds them.
func (r *Record) setGains(gains []int) {
	for s, g := range gains {
		r.Gains[s] = int16(max(math.MinInt16, min(math.MaxInt16, g)))
	}
}

// forfeited returns the record of the game in progress, which seat p forfeits. Its parts count
// as far as they were played.
func (t *gameTable) forfeited(p game.Player, seats int) Record {
	out := t.table.State().Outcome()
	r := Record{Ending: Forfeit, Winner: game.NoPlayer, Drops: t.drops, Rounds: clip(out.Rounds), Turns: clip(out.Turns)}
	if seats == 2 {
		r.Winner = 1 - p
	}
	var gains [game.MaxPlayers]int
	for s := range seats {
		gains[s] = t.forfeit
	}
	gains[p] = -t.forfeit * (seats - 1)
	t.table.End(gains[:seats])
	r.setGains(gains[:seats])
	return r
}

// note takes down who drops, and the part that ended before the decision.
func (t *gameTable) note(d *agents.Decision) error {
	if d.Action == t.drop && t.drop != game.NoAction {
		t.drops |= 1 << d.Player
	}
	t.notePart()
	if t.recorder == nil {
		return nil
	}
	var err error
	t.events, err = t.recorder.AppendMove(t.events, t.table.State(), d.Action, d.Probability)
	return err
}

// notePart adds the part that has ended since the last call, if any, to the tallies. No
// part passes without a decision.
func (t *gameTable) notePart() {
	if t.parted == nil || t.parted.Parts() == t.parts {
		return
	}
	t.parts++
	p, nobody := t.parted.LastPart(), uint16(1)
	for _, seat := range p.Seats {
		if seat.Ended != "" {
			nobody = 0
		}
	}
	for s, seat := range p.Seats[:t.setup.Seats] {
		if !seat.Played {
			continue
		}
		of := &t.tallies[s]
		of.Parts++
		of.Nobody += nobody
		if k := slices.Index(t.setup.PartEndings, seat.Ended); k >= 0 {
			of.Ended[k]++
			of.Left += uint32(seat.Left)
		}
		if p.Winner == game.Player(s) {
			of.Won++
			of.Points += uint32(seat.Gain)
		} else {
			of.Paid += uint32(-seat.Gain)
		}
	}
}

// clip returns n, or the largest count that a record holds.
func clip(n int) uint16 { return uint16(max(0, min(n, math.MaxUint16))) }
