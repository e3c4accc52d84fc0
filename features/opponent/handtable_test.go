package opponent_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/features/ginhand"
	"rummygym/features/internal/playtest"
	"rummygym/features/opponent"
	"rummygym/internal/must"
	"rummygym/internal/safefile"
)

// afterTurns returns a visitor of playtest.PlayGin that calls visit once after each turn
// that ends with a discard, with what the player's opponent knows and the player's
// hand.
func afterTurns(visit func(o *gin.Observation, hand card.Cards)) func(s game.State) {
	var o gin.Observation
	hand, turns := 0, 0
	return func(s game.State) {
		s.Observe(0, &o)
		n := len(o.History)
		if n == 0 || n == turns && o.HandNumber == hand || o.Knocker != game.NoPlayer {
			return
		}
		if last := o.History[n-1]; last.Source != gin.Passed && last.Discard != card.None {
			hand, turns = o.HandNumber, n
			s.Observe(1-last.Player, &o)
			visit(&o, gin.HandOf(s).Hand(last.Player))
		}
	}
}

// countSimple counts matches of playtest.SimpleGin against itself.
func countSimple(t testing.TB, n *opponent.HandTableCounts, first, games int) {
	playtest.PlayGin(t, gin.EAAI(), first, games, playtest.SimpleGin, afterTurns(func(o *gin.Observation, hand card.Cards) {
		if !n.Add(o, hand) {
			t.Fatalf("a turn was not counted: %+v", o.History[len(o.History)-1])
		}
	}))
}

// turnsOf returns the number of turns counted.
func turnsOf(n *opponent.HandTableCounts) int64 {
	return n.Table(opponent.HandTableMeta{}, 1).Meta.Turns
}

// plainBucket holds the six properties of truong2021datadriven, as the key of a map of
// counts.
type plainBucket struct {
	card, thrown, upcard card.Rank
	thrownSuited         bool // the discard is of the upcard's suit
	suited               [2]bool
	taken                bool
}

func plainBucketOf(c card.Card, t gin.Turn) plainBucket {
	return plainBucket{
		c.Rank(), t.Discard.Rank(), t.Upcard.Rank(), t.Discard.Suit() == t.Upcard.Suit(),
		[2]bool{c.Suit() == t.Upcard.Suit(), c.Suit() == t.Discard.Suit()}, t.Source == gin.FromPile,
	}
}

// TestHandTableRatios checks that the ratio of every bucket is the number of its cards held
// divided by the number expected if all unseen cards were equally likely, and 1 for buckets
// with too few cards.
func TestHandTableRatios(t *testing.T) {
	type count struct{ seen, held, expected float64 }
	plain := map[plainBucket]*count{}
	counts := new(opponent.HandTableCounts)
	var turns []gin.Turn
	cards := int64(0)
	playtest.PlayGin(t, gin.EAAI(), 0, 60, playtest.SimpleGin, afterTurns(func(o *gin.Observation, hand card.Cards) {
		counts.Add(o, hand)
		last := o.History[len(o.History)-1]
		turns = append(turns, last)
		unseen := (card.All &^ o.Hand &^ o.Pile &^ o.Known[1-o.Self])
		for c := range unseen.Each() {
			k := plainBucketOf(c, last)
			if plain[k] == nil {
				plain[k] = new(count)
			}
			plain[k].seen++
			cards++
			plain[k].expected += float64((hand & unseen).Count()) / float64(unseen.Count())
			if hand.Has(c) {
				plain[k].held++
			}
		}
	}))
	const least = 20
	b := counts.Table(opponent.HandTableMeta{Env: "GinRummy-v1"}, least)
	used := 0
	for _, n := range plain {
		if n.seen >= least {
			used++
		}
	}
	if m := b.Meta; m.Turns != int64(len(turns)) || m.Cards != cards || m.Buckets != used || m.MinCards != least || m.Env != "GinRummy-v1" {
		t.Errorf("metadata %+v: want %d turns, %d cards, %d buckets", m, len(turns), cards, used)
	}
	if used < 1000 || used == len(plain) {
		t.Fatalf("%d of %d buckets used: too few for this test", used, len(plain))
	}
	for _, turn := range turns[:playtest.Decisions(2000)] {
		for i := range 52 {
			c := card.FromIndex(i)
			want := 1.0
			if n := plain[plainBucketOf(c, turn)]; n != nil && n.seen >= least {
				want = (n.held + 1) / (n.expected + 1)
			}
			if got := b.Ratio(c, turn); math.Abs(math.Log2(got/want)) > .51/256 {
				t.Fatalf("ratio of %v after %+v: %v, want %v", c, turn, got, want)
			}
		}
	}
	for _, none := range []gin.Turn{
		{Source: gin.Passed, Upcard: 0, Discard: card.None},
		{Source: gin.FromStock, Upcard: 0, Discard: card.None},
		{Source: gin.FromStock, Upcard: card.None, Discard: 0},
		{Source: gin.FromStock, Upcard: card.Joker, Discard: 0},
		{Source: gin.FromStock, Upcard: 0, Discard: card.Joker},
	} {
		if got := b.Ratio(5, none); got != 1 {
			t.Errorf("ratio %v of a turn without evidence, %+v", got, none)
		}
	}
}

// TestHandTableCountsRefuse checks that only finished turns of the opponent are counted, and
// none after hands were shown.
func TestHandTableCountsRefuse(t *testing.T) {
	n := new(opponent.HandTableCounts)
	turn := gin.Turn{Player: 1, Source: gin.FromStock, Upcard: 3, Discard: 7}
	view := func(change func(o *gin.Observation)) *gin.Observation {
		rules := gin.EAAI()
		o := &gin.Observation{Rules: &rules, Self: 0, Knocker: game.NoPlayer, History: []gin.Turn{turn}}
		change(o)
		return o
	}
	for name, o := range map[string]*gin.Observation{
		"own turn":  view(func(o *gin.Observation) { o.Self = 1 }),
		"none":      view(func(o *gin.Observation) { o.History = nil }),
		"not ended": view(func(o *gin.Observation) { o.History[0].Discard = card.None }),
		"passed":    view(func(o *gin.Observation) { o.History[0] = gin.Turn{Player: 1, Source: gin.Passed, Discard: card.None} }),
		"knock":     view(func(o *gin.Observation) { o.Knocker = 1 }),
		"own knock": view(func(o *gin.Observation) { o.Knocker = 0 }),
	} {
		if n.Add(o, 0) || turnsOf(n) != 0 {
			t.Errorf("%s: counted", name)
		}
	}
	if !n.Add(view(func(*gin.Observation) {}), 0) || turnsOf(n) != 1 {
		t.Error("a turn was not counted")
	}
}

// plainEstimate computes the estimate directly: it multiplies ratios turn by turn and
// scales at the end.
func plainEstimate(b *opponent.HandTable, keep float64, o *gin.Observation) [52]float64 {
	var p [52]float64
	other := 1 - o.Self
	for c := range o.Known[other].Each() {
		p[c.Index()] = 1
	}
	unseen, held := o.Unknown(), float64(o.HandSizes[other]-o.Known[other].Count())
	if held <= 0 {
		return p
	}
	most := 0.0
	for c := range unseen.Each() {
		log := 0.0
		for _, turn := range o.History {
			if turn.Player == other && turn.Source != gin.Passed && turn.Discard != card.None {
				log = keep*log + math.Log(b.Ratio(c, turn))
			}
		}
		p[c.Index()] = math.Exp(log)
		most = max(most, p[c.Index()])
	}
	for c := range unseen.Each() {
		p[c.Index()] = max(p[c.Index()], most/1024)
	}
	if held == float64(unseen.Count()) {
		for c := range unseen.Each() {
			p[c.Index()] = 1
		}
		return p
	}
	for cut := card.Cards(0); ; {
		free, left := 0.0, held-.99*float64(cut.Count())
		for c := range (unseen &^ cut).Each() {
			free += p[c.Index()]
		}
		again := false
		for c := range (unseen &^ cut).Each() {
			if p[c.Index()]*left/free > .99 {
				cut, again = cut.With(c), true
			}
		}
		for c := range unseen.Each() {
			if !again && cut.Has(c) {
				p[c.Index()] = .99
			} else if !again {
				p[c.Index()] *= left / free
			}
		}
		if !again {
			return p
		}
	}
}

// TestHandTableEstimate compares the estimate with plainEstimate, and its sum with the
// number of cards held.
func TestHandTableEstimate(t *testing.T) {
	simple := opponent.SimpleHandTable()
	for name, r := range playtest.GinRules() {
		t.Run(name, func(t *testing.T) {
			var o gin.Observation
			cut := 0
			playtest.VisitGin(t, r, playtest.Decisions(1000), func(s game.State) {
				for p := range game.Player(2) {
					s.Observe(p, &o)
					for _, keep := range []float64{1, .5} {
						b := simple
						if keep != 1 {
							b = b.Fading(keep)
						}
						var got [52]float32
						b.Estimate(&got, &o)
						want, sum := plainEstimate(b, keep, &o), 0.0
						for i, x := range got {
							c := card.FromIndex(i)
							sum += float64(x)
							if math.Abs(float64(x)-want[i]) > .02 || keep == 1 && math.Abs(float64(x)-want[i]) > 1e-4 {
								t.Fatalf("estimate of %v, keeping %v: %v, want %v", c, keep, x, want[i])
							}
							hidden := o.HandSizes[1-p] - o.Known[1-p].Count()
							certain := !o.Unknown().Has(c) || hidden == 0 || hidden == o.Unknown().Count()
							if !certain && (x <= 0 || x >= 1) || certain && x != float32(want[i]) {
								t.Fatalf("estimate of %v is %v", c, x)
							}
							if x == .99 {
								cut++
							}
						}
						if held := o.HandSizes[1-p]; math.Abs(sum-float64(held)) > 1e-3 {
							t.Fatalf("phase %v: the estimates add up to %v, want %d", o.Phase, sum, held)
						}
					}
				}
			})
			if cut == 0 && name == "eaai" {
				t.Error("no estimate was cut")
			}
		})
	}
}

// TestHandTableAtTheStart checks that at the start of a hand every unseen card has
// probability 10/42, and 10/41 once the first upcard is turned, whether or not it was
// passed.
func TestHandTableAtTheStart(t *testing.T) {
	var o gin.Observation
	var p [52]float32
	playtest.PlayGin(t, gin.EAAI(), 0, 3, playtest.SimpleGin, func(s game.State) {
		s.Observe(max(s.Current(), 0), &o)
		if gin.HandOf(s).Phase() != gin.FirstUpcard {
			return
		}
		opponent.SimpleHandTable().Estimate(&p, &o)
		for c := range o.Unknown().Each() {
			if p[c.Index()] != float32(10)/41 {
				t.Fatalf("estimate of %v is %v before any turn", c, p[c.Index()])
			}
		}
		o.Pile = 0 // as if no upcard were turned
		opponent.SimpleHandTable().Estimate(&p, &o)
		for c := range o.Unknown().Each() {
			if p[c.Index()] != float32(10)/42 {
				t.Fatalf("estimate of %v is %v before any card is turned", c, p[c.Index()])
			}
		}
		// As if all cards but those of the opponent's hand had been seen.
		o.Pile = card.All &^ o.Hand &^ gin.HandOf(s).Hand(1-o.Self)
		opponent.SimpleHandTable().Estimate(&p, &o)
		for i, got := range p {
			if c := card.FromIndex(i); got == 1 != gin.HandOf(s).Hand(1-o.Self).Has(c) {
				t.Fatalf("estimate of %v is %v, and the only unseen cards are those of the hand", c, got)
			}
		}
	})
}

// TestHandTableBeatsUniform checks that on matches that the table was not counted from, the
// estimate is better than the uniform one by Brier score and by log loss.
func TestHandTableBeatsUniform(t *testing.T) {
	type score struct{ brier, log float64 }
	var uniform, paper, fading score
	n := 0.0
	add := func(s *score, p float64, held bool) {
		if !held {
			p = 1 - p
		}
		s.brier += (1 - p) * (1 - p)
		s.log -= math.Log(p)
	}
	b := opponent.SimpleHandTable()
	fade := b.Fading(.5)
	playtest.PlayGin(t, gin.EAAI(), 1_000_000, playtest.Decisions(200), playtest.SimpleGin, afterTurns(func(o *gin.Observation, hand card.Cards) {
		var p, q [52]float32
		b.Estimate(&p, o)
		fade.Estimate(&q, o)
		unseen := o.Unknown()
		same := float64((hand & unseen).Count()) / float64(unseen.Count())
		for c := range unseen.Each() {
			n++
			add(&uniform, same, hand.Has(c))
			add(&paper, float64(p[c.Index()]), hand.Has(c))
			add(&fading, float64(q[c.Index()]), hand.Has(c))
		}
	}))
	for _, s := range []*score{&uniform, &paper, &fading} {
		s.brier, s.log = s.brier/n, s.log/n
	}
	t.Logf("%.0f cards: uniform %.4f, the paper's %.4f, fading %.4f", n, uniform, paper, fading)
	if paper.brier > .96*uniform.brier || paper.log > uniform.log || fading.brier > .94*uniform.brier || fading.log > .95*uniform.log {
		t.Errorf("%.0f cards: uniform %.4f, the paper's %.4f, fading %.4f", n, uniform, paper, fading)
	}
}

// TestHandTableFile checks that the file does not depend on the order in which games are
// counted.
func TestHandTableFile(t *testing.T) {
	one, two := new(opponent.HandTableCounts), new(opponent.HandTableCounts)
	countSimple(t, one, 0, 4)
	if turnsOf(one) == 0 {
		t.Fatal("nothing was counted")
	}
	countSimple(t, one, 4, 4)
	countSimple(t, two, 4, 4) // the other order
	countSimple(t, two, 0, 4)
	meta := opponent.HandTableMeta{Env: "GinRummy-v1", Rules: []byte(`{"preset":"eaai"}`), Agents: []string{"simple"}, Games: 8, Seeds: []uint64{5}}
	var a, b bytes.Buffer
	for _, f := range []struct {
		n *opponent.HandTableCounts
		w *bytes.Buffer
	}{{one, &a}, {two, &b}} {
		size, err := f.n.Table(meta, opponent.DefaultMinCards).WriteTo(f.w)
		if err != nil || size != int64(f.w.Len()) {
			t.Fatal(size, err)
		}
	}
	if !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Error("the order of the games changes the file")
	}
	read := must.Get(opponent.ReadHandTable(bytes.NewReader(a.Bytes())))(t)
	var again bytes.Buffer
	if _, err := read.WriteTo(&again); err != nil || !bytes.Equal(a.Bytes(), again.Bytes()) {
		t.Errorf("a file that was read is written differently (%v)", err)
	}
	if m := read.Meta; m.Games != 8 || !slices.Equal(m.Agents, []string{"simple"}) || m.Turns != turnsOf(one) || m.MinCards != 50 || string(m.Rules) != `{"preset":"eaai"}` {
		t.Errorf("metadata %+v", m)
	}

	whole := a.String()
	for bit := 0; bit < 8*len(whole); bit += 1 + bit/2000 {
		bad := []byte(whole)
		bad[bit/8] ^= 1 << (bit % 8)
		if _, err := opponent.ReadHandTable(bytes.NewReader(bad)); err == nil {
			t.Errorf("with bit %d of byte %d flipped it is accepted", bit%8, bit/8)
		}
	}
	if _, err := opponent.ReadHandTable(strings.NewReader(whole + "x")); !errors.Is(err, safefile.ErrDamaged) {
		t.Errorf("longer: error %v", err)
	}
	whole = string(unsealed(a.Bytes())) // as files of other programs
	if same, err := opponent.ReadHandTable(strings.NewReader(whole)); err != nil || !reflect.DeepEqual(same, read) {
		t.Errorf("without a digest: %v", err)
	}
	lines := strings.SplitAfterN(whole, "\n", 3)
	for want, text := range map[string]string{
		"first line":              "",
		`"rummygym belief 2\n"`:   strings.Replace(whole, "belief 1", "belief 2", 1),
		"line 2: EOF":             lines[0],
		"line 2: invalid":         lines[0] + "hello\n" + lines[2],
		"43939 bytes after":       whole[:len(whole)-1],
		"want 21970 ratios":       whole + "x",
		"line 2: unexpected":      lines[0] + "\n",
		"0 bytes after":           lines[0] + lines[1],
		"cannot unmarshal string": lines[0] + `{"games":"many"}` + "\n" + lines[2],
	} {
		must.Refuse(opponent.ReadHandTable(strings.NewReader(text)))(t, want)
	}
	must.Refuse(opponent.ReadHandTable(io.MultiReader(strings.NewReader("rum"), broken{})))(t, "broken")
}

// unsealed returns the file of a table without its digest.
func unsealed(file []byte) []byte {
	return regexp.MustCompile(`"digest":"[^"]*",`).ReplaceAll(file, nil)
}

// broken is a reader that always fails.
type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, fmt.Errorf("broken") }

// TestDiscardRiskOfFigure7 checks the discard risk scores of figure 7 of
// truong2021datadriven by the estimate in that figure. Its entries are rounded to two
// decimal places, and so are the scores that agree; those of AS (0.01) and 6H (0.90) do not
// follow from its table.
func TestDiscardRiskOfFigure7(t *testing.T) {
	table := map[card.Suit]string{ // F 0, T 1
		card.Clubs:    "0.10 0.09 F 0.18 0.29 T 0.55 0.61 0.49 0.33 0.44 F 0.39",
		card.Hearts:   "0.10 0.08 0.10 0.12 0.13 F F 0.33 F F 0.43 F 0.48",
		card.Spades:   "F F 0.07 0.09 F 0.33 0.23 0.24 0.32 F 0.33 0.30 F",
		card.Diamonds: "0.10 0.08 0.09 0.11 F 0.40 F 0.31 0.46 F F 0.14 F",
	}
	var o [52]float32
	for s, row := range table {
		for r, word := range strings.Fields(strings.NewReplacer("F", "0", "T", "1").Replace(row)) {
			must.Get(fmt.Sscan(word, &o[card.New(card.Rank(r), s).Index()]))(t)
		}
	}
	for text, want := range map[string]float32{"5S": .16, "5D": .09, "7H": .13, "3C": .10, "7D": .40, "9H": .53, "AS": .03, "6H": .88} {
		c := must.Get(card.Parse(text))(t)
		if got := ginhand.DiscardRisk(&o, c); got < want-.015 || got > want+.015 {
			t.Errorf("discard risk of %s is %.3f, want %.2f", text, got, want)
		}
	}
}

// FuzzReadHandTable checks that any table that can be read gives a valid estimate, and is
// written again as the same bytes.
func FuzzReadHandTable(f *testing.F) {
	var file bytes.Buffer
	must.Get(new(opponent.HandTableCounts).Table(opponent.HandTableMeta{}, 1).WriteTo(&file))(f)
	f.Add(file.Bytes(), uint16(0), uint16('r'))
	f.Add(unsealed(file.Bytes()), uint16(0), uint16('r'))
	f.Add(unsealed(file.Bytes()), uint16(300), uint16(9))
	f.Add(file.Bytes()[:100], uint16(7), uint16(9))
	var o gin.Observation
	seen := 0
	playtest.PlayGin(f, gin.EAAI(), 0, 1, playtest.SimpleGin, func(s game.State) {
		if seen++; seen == 40 {
			s.Observe(0, &o)
		}
	})
	f.Fuzz(func(t *testing.T, data []byte, at, value uint16) {
		if n := len(data); n > 0 {
			data = slices.Clone(data)
			data[int(at)%n] = byte(value)
		}
		b, err := opponent.ReadHandTable(bytes.NewReader(data))
		if err != nil {
			return
		}
		var p [52]float32
		b.Estimate(&p, &o)
		sum := 0.0
		for i, x := range p {
			if !(x >= 0 && x <= 1) {
				t.Fatalf("estimate of %v is %v", card.FromIndex(i), x)
			}
			sum += float64(x)
		}
		if math.Abs(sum-float64(o.HandSizes[1])) > 1e-3 {
			t.Fatalf("the estimates add up to %v", sum)
		}
	})
}

// BenchmarkHandTable estimates hands at the turns of matches of simple.
func BenchmarkHandTable(b *testing.B) {
	var views []*gin.Observation
	playtest.PlayGin(b, gin.EAAI(), 0, 5, playtest.SimpleGin, afterTurns(func(o *gin.Observation, hand card.Cards) {
		o.History = slices.Clone(o.History)
		view := *o
		views = append(views, &view)
	}))
	table := opponent.SimpleHandTable()
	var p [52]float32
	i := 0
	for b.Loop() {
		table.Estimate(&p, views[i])
		if i++; i == len(views) {
			i = 0
		}
	}
	if p == [52]float32{} {
		b.Fatal("the estimates are all 0")
	}
}
