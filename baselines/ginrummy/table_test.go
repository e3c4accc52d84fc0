package ginrummy

import (
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/internal/must"
)

// ginTable plays episodes between two players under fixed rules.
type ginTable struct {
	game    *gin.Game
	state   game.State
	view    gin.Observation
	legal   game.Mask
	src     rand.PCG
	players [2]game.Agent
}

func newGinTable(t testing.TB, rules gin.Rules, first, second game.Agent) *ginTable {
	t.Helper()
	g := must.Get(gin.New(rules))(t)
	return &ginTable{game: g, state: g.NewState(), players: [2]game.Agent{first, second}}
}

func newGinPlayer(t testing.TB, spec string) game.Agent {
	t.Helper()
	player := must.Get(New(spec))(t)
	return player()
}

// play plays episode i of a seed and returns its outcome. It calls each, unless it is nil,
// at every decision before the action is applied.
func (b *ginTable) play(t testing.TB, seed, i uint64, each func(*gin.Observation, *game.Mask, game.Action)) game.Outcome {
	game.SeedDeal(&b.src, seed, i)
	b.game.Deal(b.state, &b.src)
	for p, a := range b.players {
		a.Reset(game.AgentSeed(seed, i, game.Player(p)))
	}
	for p := b.state.Current(); p != game.NoPlayer; p = b.state.Current() {
		b.state.Legal(&b.legal)
		b.state.Observe(p, &b.view)
		action, probability := b.players[p].Act(&b.view, &b.legal)
		if !b.legal.Has(action) {
			t.Fatalf("%v: %s is not legal in episode %d of seed %d: phase %v, hand %v, rules %+v",
				b.players[p], b.game.ActionString(action), i, seed, b.view.Phase, b.view.Hand, *b.view.Rules)
		}
		if !(probability > 0 && probability <= 1) {
			t.Fatalf("%v: %s with probability %v", b.players[p], b.game.ActionString(action), probability)
		}
		if each != nil {
			each(&b.view, &b.legal, action)
		}
		must.Do(t, b.state.Apply(action))
	}
	return b.state.Outcome()
}

// ginSpecs returns every player of Gin Rummy with every choice of words for at most two
// options, and with one other value of each number and each network. There are no files.
func ginSpecs() []string {
	var specs []string
	for _, e := range List() {
		byChanges := [3][]string{{e.Name}} // by the number of options that are given
		for _, o := range e.Options {
			for n := len(byChanges) - 1; n > 0; n-- {
				for _, spec := range byChanges[n-1] {
					for _, v := range o.Values {
						alone := strings.Contains(v, "..") || o.Name == "network"
						switch {
						case strings.HasSuffix(v, "..1"):
							v = "0.25"
						case strings.Contains(v, ".."):
							v = "3"
						}
						if v != o.Default && v != "a file" && (n == 1 || !alone) {
							byChanges[n] = append(byChanges[n], spec+":"+o.Name+"="+v)
						}
					}
				}
			}
		}
		specs = append(specs, slices.Concat(byChanges[:]...)...)
	}
	return specs
}

// randomGinRules returns random valid rules.
func randomGinRules(rng *rand.Rand) gin.Rules {
	for {
		r := gin.Rules{
			Starter: gin.Starter(rng.IntN(3)), Ranks: 13, Suits: 4, HandSize: 10,
			KnockLimit: []int{0, 5, 10, 30, 100}[rng.IntN(5)], GinBonus: rng.IntN(40), BigGinBonus: rng.IntN(2) * 31, UndercutBonus: rng.IntN(40),
			MaxTurns:   []int{5, 200}[rng.IntN(2)],
			MaxUpcards: rng.IntN(2) * 3, LayOffLimit: rng.IntN(3),
			KnockCard: gin.KnockCard(rng.IntN(2)), KnockOrder: gin.KnockOrder(rng.IntN(2)), ThrowingBack: gin.ThrowingBack(rng.IntN(2)),
			Tie: gin.Tie(rng.IntN(2)), StockEnd: gin.StockEnd(rng.IntN(2)), Repeat: gin.Repeat(rng.IntN(2)),
			Melding: gin.Melding(rng.IntN(2)), LayingOff: gin.LayingOff(rng.IntN(3)), Answer: gin.Answer(rng.IntN(2)),
		}
		if r.Validate() == nil {
			return r
		}
	}
}

// ginTables returns the presets and some random rules.
func ginTables(t testing.TB, random int) []gin.Rules {
	presets := map[string]gin.Rules{}
	for _, name := range gin.PresetNames() {
		r := must.Get(gin.Preset(name))(t)
		presets[name] = r
	}
	var all []gin.Rules
	for _, name := range slices.Sorted(maps.Keys(presets)) {
		all = append(all, presets[name])
	}
	rng := rand.New(rand.NewPCG(4, 5))
	for range random {
		all = append(all, randomGinRules(rng))
	}
	return all
}

// TestGinLegality plays all players under the rules of all presets and under random rules.
// Every action must be legal and have a probability in (0, 1] (see ginTable.play).
func TestGinLegality(t *testing.T) {
	specs := ginSpecs()
	phases, random := map[gin.Phase]int{}, 60
	if testing.Short() {
		random = 15
	}
	for i, rules := range ginTables(t, random) {
		for k, spec := range specs {
			b := newGinTable(t, rules, newGinPlayer(t, spec), newGinPlayer(t, specs[(k+i)%len(specs)]))
			b.play(t, uint64(i), uint64(k), func(o *gin.Observation, _ *game.Mask, _ game.Action) { phases[o.Phase]++ })
		}
	}
	for phase := range gin.Over {
		if phases[phase] < 15 {
			t.Errorf("only %d decisions in phase %v", phases[phase], phase)
		}
	}
}

// TestGinDeterminism plays episodes twice with the same players, and once with other players
// of the same specs, in another order.
func TestGinDeterminism(t *testing.T) {
	const episodes = 4
	specs := ginSpecs()
	for i, spec := range specs {
		rules := gin.EAAI()
		if i%2 == 1 {
			rules = gin.OpenSpiel()
		}
		story := func(b *ginTable, k int) string {
			var s []byte
			b.play(t, 9, uint64(k), func(_ *gin.Observation, _ *game.Mask, a game.Action) { s = append(s, byte(a)) })
			return string(s)
		}
		rival := specs[(i+3)%len(specs)]
		b := newGinTable(t, rules, newGinPlayer(t, spec), newGinPlayer(t, rival))
		var first [episodes]string
		for k := range first {
			first[k] = story(b, k)
		}
		other := newGinTable(t, rules, newGinPlayer(t, spec), newGinPlayer(t, rival))
		for k := episodes - 1; k >= 0; k-- {
			if story(b, k) != first[k] || story(other, k) != first[k] {
				t.Fatalf("%s: episode %d differs when it is played again", spec, k)
			}
		}
	}
}

// ginWatch is a player that calls a function at every Act.
type ginWatch struct {
	game.Agent
	act func(a game.Agent, o *gin.Observation, legal *game.Mask) (game.Action, float64)
}

func (w ginWatch) Act(obs game.Observation, legal *game.Mask) (game.Action, float64) {
	return w.act(w.Agent, obs.(*gin.Observation), legal)
}

// TestGinObservationIsNotWritten checks that players change neither the observation nor the
// mask.
func TestGinObservationIsNotWritten(t *testing.T) {
	watch := func(a game.Agent, o *gin.Observation, legal *game.Mask) (game.Action, float64) {
		before, mask := *o, *legal
		before.History = slices.Clone(o.History)
		action, probability := a.Act(o, legal)
		if *legal != mask || !reflect.DeepEqual(*o, before) {
			t.Fatalf("%v changes the observation or the mask", a)
		}
		return action, probability
	}
	for i, spec := range ginSpecs() {
		rules := gin.EAAI()
		if i%2 == 1 {
			rules = gin.OpenSpiel()
		}
		newGinTable(t, rules, ginWatch{newGinPlayer(t, spec), watch}, newGinPlayer(t, "simple")).play(t, 12, uint64(i), nil)
	}
}

// TestGinActDoesNotAllocate plays whole hands with all phases.
func TestGinActDoesNotAllocate(t *testing.T) {
	eaai := gin.EAAI()
	for _, rules := range []gin.Rules{eaai, gin.OpenSpiel()} {
		for _, spec := range ginSpecs() {
			b := newGinTable(t, rules, newGinPlayer(t, spec), newGinPlayer(t, spec))
			i := uint64(0)
			if n := testing.AllocsPerRun(10, func() {
				b.play(t, 1, i%5, nil) // each deal twice, so that slices have grown
				i++
			}); n != 0 {
				t.Errorf("%s: %v allocations per episode with melding %v, want 0", spec, n, rules.Melding)
			}
		}
	}
}
