package text_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/catalog"
	"rummygym/internal/features/text"
	"rummygym/internal/must"
)

var long = flag.Bool("long", false, "take thousands of positions")

// variants are the options with which tests write.
func variants() (all []text.Options) {
	seed := uint64(7)
	for _, change := range []func(*text.Options){
		func(*text.Options) {},
		func(o *text.Options) { o.Numbers, o.History, o.Cards = true, text.All, text.Symbols },
		func(o *text.Options) { o.Relabel, o.History = "SHCD", text.All },
		func(o *text.Options) { o.Names, o.Relabel = &seed, "DCSH" },
		func(o *text.Options) { o.Legal, o.History = false, text.None },
	} {
		o := text.Default()
		change(&o)
		all = append(all, o)
	}
	return all
}

// tables are the games of the tests: every preset, and options with more phases.
func tables() (all [][2]string) {
	for _, g := range catalog.Games() {
		for _, p := range g.Presets {
			all = append(all, [2]string{g.Name, p})
		}
	}
	return append(all, [2]string{"indian", "paper seats=3"}, [2]string{"indian", "club seats=4"}, [2]string{"indian", "club seats=6"}, [2]string{"gin", "openspiel melding=chosen laying-off=chosen answer=lay-offs-first"},
		[2]string{"gin", "eaai melding=chosen laying-off=chosen big-gin-bonus=31"})
}

// specOf is the agent that plays in tests of a game.
func specOf(name string) string {
	return map[string]string{"gin": "simple", "indian": "min-dist"}[strings.TrimSuffix(name, "-match")]
}

// TestRedeal checks that texts, JSON and encoded observations, flat, in planes of cards and by action, stay the same when the cards that the seat
// cannot know are dealt anew, and that a position that was read from JSON is one of these. In the long form these are 20,000 positions.
func TestRedeal(t *testing.T) {
	games, total := 2, 0
	if *long {
		games = 24
	} else if testing.Short() {
		games = 1
	}
	for _, of := range tables() {
		t.Run(strings.Join(of[:], " "), func(t *testing.T) {
			games := games
			if of[0] == "indian" || strings.HasPrefix(of[1], "openspiel") {
				games *= 4 // a game is one hand
			} else if strings.HasSuffix(of[0], "-match") {
				games /= 2 // a game is many hands
			}
			phases, hidden := map[string]int{}, 0
			for seed := uint64(0); seed < uint64(max(games, 1)) || hidden < 20 && seed < 400; seed++ { // small games are short
				x := deal(t, of[0], of[1], seed)
				var writers []*text.Writer
				for _, o := range variants() {
					writers = append(writers, x.writer(t, o))
				}
				forms := []game.Encoder{must.Get(catalog.NewEncoder(x.game, catalog.AllFields))(t), must.Get(catalog.NewCardEncoder(x.game, catalog.AllFields))(t)}
				after, none := must.Get(catalog.ParseRules(of[0], of[1]))(t).Afterstates("") // some rules have none
				actions := after.Encoder(x.game.Players())
				src, n := rand.NewPCG(seed, 1), 0
				other := x.game.NewState()
				x.play(t, x.mixed(t, specOf(of[0]), seed, 9), func(mover game.Player) {
					n++
					for p := range game.Player(x.game.Players()) {
						if p != mover && n%5 > 0 || n%3 > 0 && phases[phase(x)] > 3*games {
							continue
						}
						phases[phase(x)]++
						m := x.moment(p)
						legal := *m.Legal
						if p != mover {
							legal = game.Mask{} // of another seat: hidden
						}
						m.Legal = &legal
						other.CopyFrom(x.state)
						other.Redeal(p, src)
						total++
						if fmt.Sprint(other) != fmt.Sprint(x.state) {
							hidden++
						}
						obs := x.game.NewObservation()
						other.Observe(p, obs)
						var may game.Mask
						other.Legal(&may)
						for _, form := range forms {
							rows := [2][]float32{make([]float32, form.Layout().Size()), make([]float32, form.Layout().Size())}
							form.Encode(rows[0], m.Obs)
							form.Encode(rows[1], obs)
							if !slices.Equal(rows[0], rows[1]) {
								t.Fatalf("seat %d: with other hidden cards the entries of %v are\n%v\nnot\n%v", p, form.Layout()[0].Name, rows[1], rows[0])
							}
						}
						if p == mover && n%4 == 0 && none == nil {
							var rows [2][]float32
							for k, of := range []*text.Moment{m, {Obs: obs, Legal: &may}} {
								f := actions.ForTable()
								f.Reset()
								f.Follow(of.Obs)
								rows[k] = make([]float32, actions.Layout().Size())
								f.EncodeLegal(rows[k], of.Obs, of.Legal)
							}
							if !slices.Equal(rows[0], rows[1]) {
								t.Fatalf("seat %d: with other hidden cards the actions lead to\n%v\nnot\n%v", p, rows[1], rows[0])
							}
						}
						again := text.Moment{Obs: obs, Legal: &may, Events: m.Events, Since: m.Since}
						for i, w := range writers {
							if a, b := string(w.Append(nil, m)), string(w.Append(nil, &again)); a != b {
								t.Fatalf("options %d, seat %d: with other hidden cards the text is\n%s\nnot\n%s", i, p, b, a)
							}
							json := w.AppendJSON(nil, m)
							if b := w.AppendJSON(nil, &again); string(json) != string(b) {
								t.Fatalf("options %d, seat %d: with other hidden cards the JSON is\n%s\nnot\n%s", i, p, b, json)
							}
							if (p == mover || mover == game.NoPlayer) && (i == n%len(writers) || !testing.Short() && n < 100) { // long matches have many events
								x.read(t, json, variants()[i], m, src)
							}
						}
					}
				})
			}
			if hidden < 20 {
				t.Errorf("%d positions with hidden cards: this test has seen nothing", hidden)
			}
			t.Log(phases)
		})
	}
	t.Logf("%d positions", total)
	if *long && total < 20000 {
		t.Errorf("%d positions: want 20,000 or more", total)
	}
}

// phase returns the word for the phase of the table.
func phase(x *table) string {
	x.state.Observe(0, x.obs)
	return x.game.View(x.obs).Phase
}

// read checks that a position of a moment is read to a state in which the seat observes the same.
func (x *table) read(t *testing.T, json []byte, o text.Options, m *text.Moment, src rand.Source) {
	t.Helper()
	p := must.Get(text.ReadPosition(json, o))(t)
	g := must.Get(catalog.RecordGame(&p.Header))(t)
	_, s, err := p.Play(g, src)
	if err != nil {
		t.Fatalf("%v\n%s", err, json)
	}
	obs := g.NewObservation()
	s.Observe(p.Seat, obs)
	var legal game.Mask
	s.Legal(&legal)
	if a, b := plain(obs), plain(m.Obs); a != b {
		t.Fatalf("the position of\n%s\nis read to\n%s\nnot\n%s", json, a, b)
	}
	if m.Obs.Observer() == s.Current() && legal != *m.Legal {
		t.Fatalf("the position of\n%s\nhas other legal actions", json)
	}
}

// plain returns all values of an observation.
func plain(obs game.Observation) string {
	text := fmt.Sprintf("%+v", obs)
	_, after, _ := strings.Cut(text, " Self:") // before it is a pointer to the rules
	return after
}

// TestParse checks that every name is read back, in each notation, and that other names are errors.
func TestParse(t *testing.T) {
	for _, of := range tables() {
		x := deal(t, of[0], of[1], 5)
		var writers []*text.Writer
		for _, o := range variants() {
			writers = append(writers, x.writer(t, o))
		}
		x.play(t, x.mixed(t, specOf(of[0]), 5, 4), func(p game.Player) {
			if p == game.NoPlayer {
				return
			}
			m := x.moment(p)
			for i, w := range writers {
				seen := map[string]bool{}
				for _, c := range record.Choices(x.game, m.Obs, m.Legal) {
					name := w.Name(&c)
					if a := must.Get(w.Parse(" "+strings.ToUpper(name), m))(t); a != c.Action || seen[name] {
						t.Fatalf("options %d: %s is read as %s, want %s", i, name, x.game.ActionString(a), c.Name)
					}
					seen[name] = true
				}
				if i == 0 {
					must.Refuse(w.Parse("5X", m))(t, `"5X" is not a legal move: want `)
				}
			}
		})
	}
}
