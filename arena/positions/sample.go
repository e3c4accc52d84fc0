package positions

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"rummygym/agents"
	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/features/text"
)

// sample is a decision of a game that was played, with what its player knew.
type sample struct {
	game   int // number of the game
	step   int // number of the decision in it
	kind   string
	obs    game.Observation
	legal  game.Mask
	before []game.Observation // of the earlier decisions of the seat
	events []record.Event     // that the seat saw
	since  int                // number of events before its last decision

	judged
}

// moment returns what the player knew.
func (s *sample) moment() *text.Moment {
	return &text.Moment{Obs: s.obs, Legal: &s.legal, Events: s.events, Since: s.since}
}

// kindOf returns the kind of a decision by the types of its moves. A drop is one only if it is the first decision
// of the seat: later it hardly pays. What the costs say of it, [judged.kindOf] has.
func kindOf(choices []record.Choice, first bool) string {
	has := func(t record.Type) bool {
		return slices.ContainsFunc(choices, func(c record.Choice) bool { return c.Type == t })
	}
	if has(record.Drop) && first {
		return Drop
	}
	for _, k := range []struct {
		moves record.Type
		kind  string
	}{{record.Knock, Knock}, {record.Declare, Declare}, {record.LayOff, LayOff}, {record.Meld, Meld}, {record.Draw, Draw}} {
		if has(k.moves) {
			return k.kind
		}
	}
	return Discard
}

// sampler plays games and takes decisions of them.
type sampler struct {
	*Config
	table    *agents.Table
	recorder *record.Recorder
	players  [][game.MaxPlayers]game.Agent // by entry of Config.Players and seat
}

func newSampler(c *Config) *sampler {
	s := &sampler{Config: c, table: agents.NewTable(c.Game), recorder: record.NewRecorder(c.Game)}
	s.players = make([][game.MaxPlayers]game.Agent, len(c.Players))
	return s
}

// seat returns the agents of a game, drawn by their weights.
func (s *sampler) seat(src *rand.Rand) (seats []game.Agent) {
	total := 0.0
	for _, p := range s.Config.Players {
		total += p.Weight
	}
	for seat := range s.Game.Players() {
		at, chosen := src.Float64()*total, 0
		for i, p := range s.Config.Players {
			if p.Weight > 0 {
				chosen = i
			}
			if at -= p.Weight; at < 0 {
				break
			}
		}
		of := &s.players[chosen][seat]
		if *of == nil {
			*of = s.Config.Players[chosen].New()
		}
		seats = append(seats, *of)
	}
	return seats
}

// play plays a game, and returns a decision of each kind that occurs in it, of those with several moves.
func (s *sampler) play(ctx context.Context, number int) ([]*sample, error) {
	src := rand.New(rand.NewPCG(game.Seed(s.Seed, playStream, uint64(number)), 0))
	s.table.Deal(s.Seed, uint64(number), s.seat(src)...)
	var seen [game.MaxPlayers][]record.Event
	var since [game.MaxPlayers]int
	var before [game.MaxPlayers][]game.Observation
	see := func(events []record.Event) {
		for p := range game.Player(s.Game.Players()) {
			for i := range events {
				if e, ok := events[i].SeenBy(p); ok {
					seen[p] = append(seen[p], e)
				}
			}
		}
	}
	see(s.recorder.AppendDeal(nil, s.table.State()))
	taken, count := map[string]*sample{}, map[string]int{}
	err := s.table.Play(func(d *agents.Decision) error {
		p, state := d.Player, s.table.State()
		obs := s.Game.NewObservation()
		state.Observe(p, obs)
		if d.Legal.Count() > 1 {
			kind := kindOf(record.Choices(s.Game, obs, d.Legal), len(before[p]) == 0)
			count[kind]++
			if src.IntN(count[kind]) == 0 { // reservoir sampling of one
				taken[kind] = &sample{
					game: number, step: d.Step, kind: kind, obs: obs, legal: *d.Legal, before: slices.Clip(before[p]),
					events: slices.Clip(seen[p]), since: since[p],
				}
			}
		}
		before[p], since[p] = append(before[p], obs), len(seen[p])
		events, err := s.recorder.AppendMove(nil, state, d.Action, 1)
		see(events)
		if err == nil {
			err = ctx.Err()
		}
		return err
	})
	var all []*sample
	for _, kind := range Kinds() {
		if x := taken[kind]; x != nil {
			all = append(all, x)
		}
	}
	return all, err
}

// each calls do for 0 to n-1 on several goroutines, each with a value of start.
func each[W any](ctx context.Context, workers, n int, start func() W, do func(ctx context.Context, w W, i int) error) error {
	var next atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	for range min(workers, n) {
		group.Go(func() error {
			w := start()
			for i := int(next.Add(1) - 1); i < n; i = int(next.Add(1) - 1) {
				if err := ctx.Err(); err != nil {
					return err
				}
				if err := do(ctx, w, i); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return group.Wait()
}
