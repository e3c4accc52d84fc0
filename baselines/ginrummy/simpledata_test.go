package ginrummy

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/internal/must"
)

// frameworkHand is a line of gin-hands.jsonl: a hand as the Java framework of the EAAI
// challenge played it.
type frameworkHand struct {
	Set     string
	Starter game.Player
	Deck    []card.Card
	Events  []struct {
		T    string
		P    game.Player
		Card card.Card
		Take bool
	}
}

// TestSimpleOfTheFramework replays the hands that the framework's own Simple played against
// itself. Every action must be possible for our Simple, in all phases of a turn: draws and
// knocks must be equal, and discards must be among ours of some seed.
func TestSimpleOfTheFramework(t *testing.T) {
	f := must.Get(os.Open("../../env/gin/testdata/gin-hands.jsonl"))(t)
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	hands, discards, open, barred := 0, 0, 0, 0
	for lines.Scan() {
		var h frameworkHand
		must.Do(t, json.Unmarshal(lines.Bytes(), &h))
		if h.Set != "simple_vs_simple" {
			continue
		}
		hands++
		rules := gin.EAAI()
		rules.Starter = gin.FirstSeat + gin.Starter(h.Starter)
		b := newGinTable(t, rules, new(Simple), new(Simple))
		must.Do(t, b.game.DealDeck(b.state, h.Deck, 1))
		for i, e := range h.Events {
			knocked := e.T == "discard" && i+1 < len(h.Events) && h.Events[i+1].T == "knock"
			if e.T != "offer" && e.T != "discard" {
				continue
			}
			if b.state.(*gin.State).Phase() == gin.Draw && e.T == "discard" { // no offer before a forced draw
				mustDo(t, b, gin.DrawStock)
			}
			switch {
			case e.T == "offer" && e.Take:
				mustDo(t, b, gin.DrawUpcard)
			case e.T == "offer" && b.state.(*gin.State).Phase() == gin.FirstUpcard:
				mustDo(t, b, gin.Pass)
			case e.T == "offer":
				mustDo(t, b, gin.DrawStock)
			default:
				b.state.Observe(e.P, &b.view)
				b.state.Legal(&b.legal)
				me := b.players[e.P].(*Simple)
				discarded := map[game.Action]bool{}
				for seed := range uint64(200) {
					twin := *me
					twin.src.Seed(seed, 1)
					a, _ := twin.Act(&b.view, &b.legal)
					discarded[a] = true
				}
				if !discarded[gin.CardOf(e.Card)] {
					t.Fatalf("hand %d, event %d: the framework discards %v, ours one of %v", hands, i, e.Card, discarded)
				}
				if discards++; len(discarded) > 1 {
					open++
				}
				if _, all := minDeadwoodDiscards(b.view.Hand, legalDiscards(&b.legal)); all.Count() != len(discarded) {
					barred++
				}
				me.pick(&b.view, card.Cards(0).With(e.Card))
				must.Do(t, b.state.Apply(gin.CardOf(e.Card)))
				if b.state.(*gin.State).Phase() == gin.KnockOrPass {
					want := gin.Pass
					if knocked {
						want = gin.Knock
					}
					mustDo(t, b, want)
				}
			}
		}
		if b.state.Current() != game.NoPlayer {
			t.Fatalf("hand %d is not over", hands)
		}
	}
	must.Do(t, lines.Err())
	if hands < 50 || discards < 500 || open < 200 {
		t.Errorf("only %d hands with %d discards, %d of them with a choice", hands, discards, open)
	}
	t.Logf("%d hands, %d discards, %d with a choice, %d with one that a pair forbids", hands, discards, open, barred)
}

// mustDo checks that the player to move chooses the action, and applies it.
func mustDo(t *testing.T, b *ginTable, want game.Action) {
	t.Helper()
	p := b.state.Current()
	b.state.Observe(p, &b.view)
	b.state.Legal(&b.legal)
	if got, _ := b.players[p].Act(&b.view, &b.legal); got != want {
		t.Fatalf("phase %v, hand %v, upcard %v: ours does %s, the framework %s", b.view.Phase, b.view.Hand, b.view.Upcard, b.game.ActionString(got), b.game.ActionString(want))
	}
	must.Do(t, b.state.Apply(want))
}
