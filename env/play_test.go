package env_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"rummygym/env"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/indian"
	"rummygym/features/encoder"
	"rummygym/internal/must"
)

// The types of this repository satisfy the interfaces.
var (
	_ game.Encoder  = (*encoder.Indian)(nil)
	_ env.Potential = encoder.MinDistPotential
	_ env.Potential = encoder.MinScorePotential
	_ game.Encoder  = (*encoder.Gin)(nil)
	_ env.Potential = encoder.DeadwoodPotential
	_ env.Potential = encoder.MatchScorePotential
)

// setting is a game with the options of its environment in a test.
type setting struct {
	name      string
	game      game.Game
	encoder   game.Encoder
	potential env.Potential
}

// settings returns the games that the tests use: a toy, and the real games.
func settings(t testing.TB) []setting {
	t.Helper()
	all := []setting{
		{"heap", heap{players: 3, cards: 20}, heapEncoder{}, heapPotential},
	}
	for _, r := range []struct {
		name  string
		rules indian.Rules
	}{{"paper", indian.Paper()}, {"club", indian.Club(4)}} {
		g := must.Get(indian.New(r.rules))(t)
		x := must.Get(encoder.NewIndian(r.rules, encoder.CardsAndCounts))(t)
		all = append(all, setting{r.name, g, x, points})
	}
	// Hands that the rules meld, and hands with all phases. The limits are high so that
	// random players knock.
	melded, chosen := gin.EAAI(), gin.OpenSpiel()
	melded.KnockLimit, chosen.KnockLimit = 50, 50
	for _, r := range []struct {
		name  string
		rules gin.Rules
	}{{"gin", melded}, {"gin with chosen melds", chosen}} {
		g := must.Get(gin.New(r.rules))(t)
		x := must.Get(encoder.NewGin(r.rules, encoder.GinCardsAndCounts))(t)
		all = append(all, setting{r.name, g, x, points})
	}
	return all
}

// points is a potential that is fast to compute: a hundredth of the sum of the ranks in
// the hand.
func points(obs game.Observation) float64 {
	sum := 0
	if o, ok := obs.(*gin.Observation); ok {
		for c := range o.Hand.Each() {
			sum += int(c.Rank())
		}
		return -float64(sum) / 100
	}
	for c := range obs.(*indian.Observation).Hand.Each() {
		if c != card.Joker {
			sum += int(c.Rank())
		}
	}
	return -float64(sum) / 100
}

// newEnv returns an environment, without fields unless cfg has an encoder, or ends the test.
func newEnv(t testing.TB, g game.Game, cfg env.Config) *env.Env {
	t.Helper()
	if cfg.Encoder == nil {
		cfg.Encoder = game.NoEncoder{}
	}
	return must.Get(env.New(g, cfg))(t)
}

// snapshot returns all that an environment tells, as text.
func snapshot(t testing.TB, e *env.Env) []byte {
	t.Helper()
	b := must.Get(json.Marshal(e.History()))(t)
	b = fmt.Appendf(b, "\n%v %v %v %v %v\n%v\n", e.Current(), e.Steps(), e.Over(), e.Truncated(), e.Outcome(), e.State())
	for p := range game.Player(e.Game().Players()) {
		b = fmt.Appendln(b, e.Reward(p), e.Accrued(p), e.Return(p))
	}
	return b
}

// mustEqual fails unless both environments tell the same.
func mustEqual(t testing.TB, what string, a, b *env.Env) {
	t.Helper()
	if one, two := snapshot(t, a), snapshot(t, b); !bytes.Equal(one, two) {
		t.Fatalf("%s: the environments differ:\n%s\n%s", what, one, two)
	}
}

// randomPolicy plays random legal actions, but rarely gives up: seven times out of eight
// it excludes the action avoid if there is another.
type randomPolicy struct {
	avoid game.Action
	src   rand.PCG
}

func (r *randomPolicy) Reset(seed uint64) { r.src.Seed(seed, 0) }

func (r *randomPolicy) Act(_ game.Observation, legal *game.Mask) (game.Action, float64) {
	m := *legal
	if m.Count() > 1 && r.src.Uint64()%8 != 0 {
		m.Unset(r.avoid)
	}
	n := m.Count()
	return m.Nth(int(card.Below(&r.src, uint64(n)))), 1 / float64(n)
}

// newRandom returns a random policy for the game of s.
func (s setting) newRandom() *randomPolicy {
	switch s.game.(type) {
	case heap:
		return &randomPolicy{avoid: heapGiveUp}
	case *gin.Game:
		return &randomPolicy{avoid: gin.Knock}
	}
	return &randomPolicy{avoid: indian.Drop}
}

// move steps e with an action of p.
func move(t testing.TB, e *env.Env, p game.Agent) {
	t.Helper()
	var legal game.Mask
	e.Legal(&legal)
	a, _ := p.Act(nil, &legal)
	if err := e.Step(a); err != nil {
		t.Fatalf("step %d: %v", e.Steps(), err)
	}
}
