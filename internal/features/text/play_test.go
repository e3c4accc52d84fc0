package text_test

import (
	"math/rand/v2"
	"testing"

	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/catalog"
	"rummygym/internal/features/text"
	"rummygym/internal/must"
)

// table is a game in progress, with what each seat has seen of it.
type table struct {
	kind   *catalog.GameType
	game   record.Described
	state  game.State
	tell   *record.Recorder
	events []record.Event
	seen   [game.MaxPlayers][]record.Event
	since  [game.MaxPlayers]int
	obs    game.Observation
	legal  game.Mask
}

// deal returns a table at which a game is dealt. The rules are a preset and options that differ.
func deal(t testing.TB, name, rules string, seed uint64) *table {
	t.Helper()
	x := &table{kind: must.Get(catalog.GameByName(name))(t)}
	r := must.Get(catalog.ParseRules(name, rules))(t)
	x.game = must.Get(record.Describe(must.Get(r.NewGame())(t)))(t)
	x.state, x.tell, x.obs = x.game.NewState(), record.NewRecorder(x.game), x.game.NewObservation()
	x.game.Deal(x.state, game.DealSource(seed, 0))
	x.see(x.tell.AppendDeal(nil, x.state))
	return x
}

// writer returns a writer of texts of the table.
func (x *table) writer(t testing.TB, o text.Options) *text.Writer {
	t.Helper()
	h := must.Get(catalog.RecordHeader(x.game, make([]string, x.game.Players())))(t)
	return must.Get(text.New(text.Source{Game: x.game, Header: h, Title: x.kind.Title, Phrases: x.kind.Phrases, Facts: x.kind.Facts}, o))(t)
}

func (x *table) see(events []record.Event) {
	x.events = append(x.events, events...)
	for p := range game.Player(x.game.Players()) {
		for i := range events {
			if e, ok := events[i].SeenBy(p); ok {
				x.seen[p] = append(x.seen[p], e)
			}
		}
	}
}

// moment returns what a seat knows. It is valid until the next call.
func (x *table) moment(p game.Player) *text.Moment {
	x.state.Observe(p, x.obs)
	x.state.Legal(&x.legal)
	return &text.Moment{Obs: x.obs, Legal: &x.legal, Events: x.seen[p], Since: x.since[p]}
}

func (x *table) apply(t testing.TB, a game.Action) {
	t.Helper()
	p := x.state.Current()
	x.since[p] = len(x.seen[p])
	x.see(must.Get(x.tell.AppendMove(nil, x.state, a, 1))(t))
	must.Do(t, x.state.Apply(a))
}

// agent returns an agent of a spec, for a seat of the table.
func (x *table) agent(t testing.TB, spec string, seed uint64) game.Agent {
	t.Helper()
	create, _ := must.Get2(catalog.OpenAgent(must.Get(catalog.RulesOf(x.game))(t), spec))(t)
	a := create()
	a.Reset(seed)
	return a
}

// play plays the game to its end, and calls visit before each move and at the end.
func (x *table) play(t testing.TB, seats []game.Agent, visit func(p game.Player)) {
	t.Helper()
	for {
		p := x.state.Current()
		visit(p)
		if p == game.NoPlayer {
			return
		}
		m := x.moment(p)
		legal := *m.Legal
		a, _ := seats[p].Act(m.Obs, &legal)
		x.apply(t, a)
	}
}

// mixed returns players of which each move is one of spec, or once in often moves any.
func (x *table) mixed(t testing.TB, spec string, seed uint64, often int) (seats []game.Agent) {
	t.Helper()
	for p := range x.game.Players() {
		seats = append(seats, &wanderer{x.agent(t, spec, game.Seed(seed, uint64(p))), rand.New(rand.NewPCG(seed, uint64(p))), often})
	}
	return seats
}

// wanderer plays like an agent, except now and then.
type wanderer struct {
	game.Agent
	rng   *rand.Rand
	often int
}

func (w *wanderer) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	a, p := w.Agent.Act(obs, legal)
	if w.rng.IntN(w.often) == 0 {
		return legal.Nth(w.rng.IntN(legal.Count())), 1
	}
	return a, p
}
