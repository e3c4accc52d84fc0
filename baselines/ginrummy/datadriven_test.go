package ginrummy

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"os"
	"slices"
	"testing"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/internal/agents/network"
	"rummygym/internal/agents/network/networktest"
	"rummygym/internal/agents/spec"
	"rummygym/internal/features/afterstate"
	"rummygym/internal/features/ginhand"
	"rummygym/internal/features/opponent"
	"rummygym/internal/must"
)

// discardDescription describes a network of the given fields with one hidden layer.
func discardDescription(t testing.TB, fields string) network.Description {
	t.Helper()
	groups := must.Get(afterstate.ParseDiscardGroups(fields))(t)
	x := must.Get(afterstate.NewDiscards(groups, nil))(t)
	return network.Description{
		Format: network.Format, Kind: network.DiscardKind, Game: "gin", Fields: fields,
		Inputs: network.Inputs(x.Layout()),
		Layers: []network.Layer{{Name: "hidden", Size: 16, Activation: network.ReLU}},
		Heads:  []network.Head{{Name: "other", Size: 3}, {Name: network.Points, Size: 1}},
	}
}

// randomDiscardNetwork returns a network with random weights for a DataDriven.
func randomDiscardNetwork(t testing.TB, fields string) spec.FileOf[*DiscardNetwork] {
	t.Helper()
	n := must.Get(NewDiscardNetwork(networktest.Random(t, discardDescription(t, fields), 7)))(t)
	return spec.FileOf[*DiscardNetwork]{Value: n}
}

// plainDiscards is a slow version of a DataDriven, without the code of package afterstate.
type plainDiscards struct {
	a     *DataDriven
	table *opponent.HandTable
	met   map[[2]card.Card]bool // of the hand
}

// inputs returns the fields of the network for the hand that remains, with the suits in the
// given order as clubs, hearts, spades and diamonds.
func (p *plainDiscards) inputs(rest card.Cards, held *[52]float64, suits [4]card.Suit) map[string][]float64 {
	f := map[string][]float64{}
	var x [4][13]float64
	var relabelled card.Cards
	for row, s := range suits {
		for rank := range 13 {
			c := card.New(card.Rank(rank), s)
			if rest.Has(c) {
				x[row][rank] = 1
				relabelled = relabelled.With(card.New(card.Rank(rank), ginhand.PaperSuits()[row]))
			}
			f["hand_matrix"] = append(f["hand_matrix"], x[row][rank])
			f["belief_matrix"] = append(f["belief_matrix"], held[c.Index()])
		}
	}
	m := ginhand.MacrosOf(relabelled)
	f["macros"] = []float64{float64(m.Runs), float64(m.Sets), float64(m.Deadwood), float64(m.Hits)}
	for rank := range 13 {
		for i := range 4 {
			for j := i + 1; j < 4; j++ {
				f["interactions"] = append(f["interactions"], x[i][rank]*x[j][rank])
			}
		}
	}
	for i := range 4 {
		for rank := range 12 {
			f["interactions"] = append(f["interactions"], x[i][rank]*x[i][rank+1])
		}
	}
	return f
}

// value returns the points that the network expects.
func (p *plainDiscards) value(n *network.Network, rest card.Cards, held *[52]float64, suits [4]card.Suit) float64 {
	f := p.inputs(rest, held, suits)
	var x []float32
	for _, in := range n.Description().Inputs {
		for _, v := range f[in.Name] {
			x = append(x, float32(v))
		}
	}
	e := n.NewEvaluator()
	e.Run(x)
	return float64(e.Output(n.Description().Head(network.Points), 0))
}

// risk returns the discard risk score: the sum over melds of three of the products of the
// other two entries.
func (p *plainDiscards) risk(c card.Card, held *[52]float64) (sum float64) {
	for _, m := range ginMeldList {
		if m.Count() != 3 || !m.Has(c) {
			continue
		}
		product := 1.0
		for other := range m.Without(c).Each() {
			product *= held[other.Index()]
		}
		sum += product
	}
	return sum
}

// candidates returns the cards from which the player discards.
func (p *plainDiscards) candidates(o *gin.Observation, may card.Cards) card.Cards {
	var outside card.Cards
	melded := deadwood.Best(o.Hand).Cards()
	for c := range may.Each() {
		if !melded.Has(c) {
			outside = outside.With(c)
		}
	}
	fresh := func(of card.Cards) card.Cards {
		left := of
		for c := range of.Each() {
			if p.met[[2]card.Card{min(c, o.Drawn), max(c, o.Drawn)}] {
				left = left.Without(c)
			}
		}
		if left == 0 {
			return of
		}
		return left
	}
	if outside != 0 {
		return fresh(outside)
	}
	may = fresh(may)
	least, best := math.MaxInt, card.Cards(0)
	for c := range may.Each() {
		switch d := deadwood.Of(o.Hand.Without(c)); {
		case d < least:
			least, best = d, card.Cards(0).With(c)
		case d == least:
			best = best.With(c)
		}
	}
	return best
}

// score returns the score of a discard; a higher one is better.
func (p *plainDiscards) score(o *gin.Observation, c card.Card, held *[52]float64) float64 {
	if p.a.Offence == Off {
		return -1000*p.risk(c, held) - 0.0001*float64(deadwood.Of(o.Hand.Without(c)))
	}
	n := p.a.Network.Value
	if n == nil {
		n = dataDrivenNetworks[dataDrivenDefault]()
	}
	value := 0.0
	if rest := o.Hand.Without(c); p.a.Symmetry == Averaged {
		for i := range 4 {
			for j := range 4 {
				for k := range 4 {
					if l := 6 - i - j - k; i != j && j != k && i != k {
						value += p.value(n.network, rest, held, [4]card.Suit{card.Suit(i), card.Suit(j), card.Suit(k), card.Suit(l)}) / 24
					}
				}
			}
		}
	} else {
		value = p.value(n.network, rest, held, ginhand.PaperSuits())
	}
	return value - p.a.Defence*p.risk(c, held)
}

// check compares a discard with the best one. It counts the decisions between several cards.
func (p *plainDiscards) check(t *testing.T, o *gin.Observation, legal *game.Mask, action game.Action, decisions *int) {
	t.Helper()
	from := p.candidates(o, legalDiscards(legal))
	chosen := gin.ActionCard(action)
	if !from.Has(chosen) {
		t.Fatalf("%v discards %v from %v, want one of %v", p.a, chosen, o.Hand, from)
	}
	p.met[[2]card.Card{min(chosen, o.Drawn), max(chosen, o.Drawn)}] = true
	var estimate [52]float32
	p.table.Estimate(&estimate, o)
	var held [52]float64
	for i, e := range estimate {
		if held[i] = float64(e); e != 1 {
			held[i] /= math.Sqrt(1 + held[i]*held[i])
		}
	}
	if from.Count() > 1 {
		*decisions++
	}
	best := math.Inf(-1)
	for c := range from.Each() {
		best = max(best, p.score(o, c, &held))
	}
	if got := p.score(o, chosen, &held); got < best-1e-4*max(1, math.Abs(best)) {
		t.Fatalf("%v discards %v from %v with score %v, and another of %v has %v", p.a, chosen, o.Hand, got, from, best)
	}
}

// TestDataDrivenAgainstPlain compares the discards of matches with a slow version: the
// built-in network with its convolutions, the fields of MLP-i, the defence on top and alone,
// the average over the suits, and another hand table.
func TestDataDrivenAgainstPlain(t *testing.T) {
	other := opponent.SimpleHandTable().Fading(.25)
	wide := randomDiscardNetwork(t, "belief,macros,interactions")
	for i, a := range []*DataDriven{
		{},
		{Network: wide},
		{Network: wide, Defence: 3},
		{Network: randomDiscardNetwork(t, "all"), Table: other, Defence: 0.5},
		{Network: randomDiscardNetwork(t, "hand"), Symmetry: Averaged},
		{Offence: Off},
		{Offence: Off, Table: other},
	} {
		p := &plainDiscards{a: a, table: a.Table}
		if p.table == nil {
			p.table = opponent.SimpleHandTable()
		}
		rules, decisions := gin.EAAI(), 0
		for k, r := range []gin.Rules{rules, gin.OpenSpiel(), rules, rules, rules} {
			p.met = map[[2]card.Card]bool{}
			newGinTable(t, r, a, newGinPlayer(t, "random-unmelded")).play(t, uint64(i), uint64(k), func(o *gin.Observation, legal *game.Mask, action game.Action) {
				if o.Self == 0 && (o.Phase == gin.Discard || o.Phase == gin.KnockDiscard) && action < gin.DrawUpcard {
					if o.Phase == gin.KnockDiscard {
						_, best := minDeadwoodDiscards(o.Hand, legalDiscards(legal))
						var only game.Mask
						for c := range best.Each() {
							only.Set(gin.CardOf(c))
						}
						legal = &only
					}
					p.check(t, o, legal, action, &decisions)
				}
			})
		}
		if decisions < 20 {
			t.Errorf("%v: %d decisions, want 20 or more", a, decisions)
		}
	}
}

// TestDataDrivenExplores checks the probabilities of discards with exploration: those that
// Act reports, and the frequencies.
func TestDataDrivenExplores(t *testing.T) {
	const n = 4000
	p := ginPosition{phase: gin.Discard, hand: "2C 5D 9H 7C 7D 7H TD JS KS AH 3S", drawn: "9H"}
	o, legal := p.observe(t)
	best, _ := newGinPlayer(t, "data-driven").Act(o, legal)
	for _, explore := range []float64{0.25, 1} {
		a := newGinPlayer(t, fmt.Sprintf("data-driven:explore=%v", explore))
		counts, told := map[game.Action]int{}, map[game.Action]float64{}
		for seed := range uint64(n) {
			a.Reset(seed)
			action, probability := a.Act(o, legal)
			if before, ok := told[action]; ok && before != probability {
				t.Fatalf("the discard %d has the probabilities %v and %v", action, before, probability)
			}
			counts[action]++
			told[action] = probability
		}
		sum := 0.0
		for action, probability := range told {
			sum += probability
			want := explore / 8
			if action == best {
				want += 1 - explore
			}
			if math.Abs(probability-want) > 1e-12 {
				t.Errorf("explore=%v: the probability of discard %d is %v, want %v", explore, action, probability, want)
			}
			if share, margin := float64(counts[action])/n, 4*math.Sqrt(want*(1-want)/n); math.Abs(share-want) > margin {
				t.Errorf("explore=%v: discard %d has the frequency %v, want %v ± %v", explore, action, share, want, margin)
			}
		}
		if len(told) != 8 || math.Abs(sum-1) > 1e-12 {
			t.Errorf("explore=%v: the probabilities of %d discards add up to %v, want 8 and 1", explore, len(told), sum)
		}
	}
}

// TestDataDrivenFiles checks that networks from files play as those in memory, and the canonical
// specs.
func TestDataDrivenFiles(t *testing.T) {
	inMemory := &DataDriven{Network: randomDiscardNetwork(t, "all"), Defence: 2}
	if got := inMemory.String(); got != "data-driven:defence=2" {
		t.Errorf("a network in memory shows as %s", got)
	}
	data := must.Get(inMemory.Network.Value.network.Append(nil))(t)
	t.Chdir(t.TempDir())
	must.Do(t, os.WriteFile("net.safetensors", data, 0o644))
	digest := sha256.Sum256(data)
	named := "data-driven:network=net.safetensors@" + hex.EncodeToString(digest[:6])
	for text, want := range map[string]string{
		"data-driven:network=net.safetensors":                           named,
		"data-driven:defence=2.0:network=./net.safetensors":             named + ":defence=2",
		"data-driven:network=random-256:symmetry=off:offence=on":        "data-driven",
		"data-driven:offence=off:defence=3:symmetry=average:explore=.5": "data-driven:offence=off:explore=0.5",
		"data-driven:offence=off:network=net.safetensors":               "data-driven:offence=off",
	} {
		if got, err := Canonical(text); err != nil || got != want {
			t.Errorf("Canonical(%q) = %q, %v, want %q", text, got, err, want)
		}
	}
	story := func(a game.Agent) (s []game.Action) {
		rules := gin.EAAI()
		newGinTable(t, rules, a, newGinPlayer(t, "simple")).play(t, 5, 5, func(_ *gin.Observation, _ *game.Mask, a game.Action) { s = append(s, a) })
		return s
	}
	want := story(inMemory)
	if got := story(newGinPlayer(t, "data-driven:network=net.safetensors:defence=2")); !slices.Equal(got, want) {
		t.Error("the network of a file plays another match than that in memory")
	}
	for _, other := range []string{"data-driven:defence=2", "data-driven:network=net.safetensors"} {
		if slices.Equal(story(newGinPlayer(t, other)), want) {
			t.Errorf("%s plays the same match as with both options", other)
		}
	}
}

// TestDataDrivenRefuses checks the errors for files that do not hold what the player needs.
func TestDataDrivenRefuses(t *testing.T) {
	change := func(f func(d *network.Description)) string {
		d := discardDescription(t, "hand,macros")
		f(&d)
		return networktest.Write(t, networktest.Random(t, d, 1))
	}
	junk := t.TempDir() + "/junk.bin"
	must.Do(t, os.WriteFile(junk, []byte("junk"), 0o644))
	for text, want := range map[string]string{
		"network=" + change(func(d *network.Description) { d.Kind = network.AfterstateKind }): "the network is of the kind afterstate: want discard",
		"network=" + change(func(d *network.Description) { d.Kind = "" }):                     "the network is of the kind policy: want discard",
		"network=" + change(func(d *network.Description) { d.Game = "indian" }):               `the network is for the game "indian": want "gin"`,
		"network=" + change(func(d *network.Description) { d.Fields = "own-cards" }):          `fields of the network: "own-cards" is not a group of fields`,
		"network=" + change(func(d *network.Description) { d.Fields = "hand" }):               "the network has the input macros[4], which the fields",
		"network=" + change(func(d *network.Description) { d.Heads = d.Heads[:1] }):           `the network has no head "points"`,
		"network=" + change(func(d *network.Description) { d.Heads[1].Size = 2 }):             "want 1 for a network of kind discard",
		"network=" + junk:             "junk.bin",
		"network=gone.safetensors":    "there is no such file: want random-256",
		"defence=-1":                  "want a number from 0 to 1000",
		"explore=1.5":                 "want a number from 0 to 1",
		"offence=of":                  "want on or off",
		"network=random-256@12345678": "there is no such file",
	} {
		must.Refuse(New("data-driven:"+text))(t, want)
	}
}
