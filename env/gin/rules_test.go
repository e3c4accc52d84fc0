package gin

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

// TestPresets checks what the rules page says of each preset.
func TestPresets(t *testing.T) {
	if want := []string{"eaai", "openspiel", "classic"}; !slices.Equal(PresetNames(), want) {
		t.Fatalf("the presets are %v, want %v", PresetNames(), want)
	}
	eaai := Rules{
		Episode: Match, Starter: RandomStarter, KnockLimit: 10, GinBonus: 25, UndercutBonus: 25, Target: 100, MaxHands: 1000, MaxTurns: 200,
		KnockCard: FixedLimit, KnockOrder: DiscardThenKnock, ThrowingBack: ThrowBackForbidden, Tie: TieUndercuts,
		StockEnd: VoidAtTwo, Repeat: RepeatAllowed, Melding: AutoMelds, LayingOff: GreedyLayOffs, Answer: MeldsFirst,
	}
	classic := eaai
	classic.LayingOff = BestLayOffs
	classic.BigGinBonus, classic.GameBonus, classic.BoxBonus = 31, 100, 25
	openspiel := Rules{
		Episode: Hand, Starter: FirstSeat, KnockLimit: 10, GinBonus: 25, UndercutBonus: 25, Target: 100, MaxHands: 1000, MaxTurns: 200,
		MaxUpcards: 50, LayOffLimit: 2,
		KnockCard: FixedLimit, KnockOrder: KnockThenDiscard, ThrowingBack: ThrowBackAllowed, Tie: TieScoresNothing,
		StockEnd: WallKnock, Repeat: RepeatEnds, Melding: ChosenMelds, LayingOff: ChosenLayOffs, Answer: LayOffsFirst,
	}
	for name, want := range map[string]Rules{"eaai": eaai, "classic": classic, "openspiel": openspiel} {
		got, err := Preset(name)
		if err != nil || got != want {
			t.Errorf("Preset(%q) is %+v, %v, want %+v", name, got, err, want)
		}
		if err := got.Validate(); err != nil {
			t.Errorf("preset %s: %v", name, err)
		}
	}
	if _, err := Preset("eaia"); err == nil || !strings.Contains(err.Error(), `"eaia"`) || !strings.Contains(err.Error(), "openspiel") {
		t.Errorf("the error of an unknown preset is %v, want the bad name and the good ones", err)
	}
}

// TestValidate demands that each error names the field.
func TestValidate(t *testing.T) {
	for _, c := range []struct {
		field string
		set   func(*Rules)
	}{
		{"Episode", func(r *Rules) { r.Episode = 2 }},
		{"Starter", func(r *Rules) { r.Starter = 3 }},
		{"KnockLimit", func(r *Rules) { r.KnockLimit = -1 }},
		{"KnockLimit", func(r *Rules) { r.KnockLimit = 101 }},
		{"GinBonus", func(r *Rules) { r.GinBonus = -1 }},
		{"BigGinBonus", func(r *Rules) { r.BigGinBonus = 1001 }},
		{"UndercutBonus", func(r *Rules) { r.UndercutBonus = -25 }},
		{"Target", func(r *Rules) { r.Target = 0 }},
		{"GameBonus", func(r *Rules) { r.GameBonus = 1001 }},
		{"BoxBonus", func(r *Rules) { r.BoxBonus = -1 }},
		{"MaxHands", func(r *Rules) { r.MaxHands = 0 }},
		{"MaxTurns", func(r *Rules) { r.MaxTurns = 0 }},
		{"MaxTurns", func(r *Rules) { r.MaxTurns = 251 }},
		{"MaxUpcards", func(r *Rules) { r.MaxUpcards = -1 }},
		{"LayOffLimit", func(r *Rules) { *r = OpenSpiel(); r.LayOffLimit = 11 }},
		{"LayOffLimit", func(r *Rules) { r.LayOffLimit = 2 }},
		{"KnockCard", func(r *Rules) { r.KnockCard = 2 }},
		{"KnockOrder", func(r *Rules) { r.KnockOrder = 2 }},
		{"ThrowingBack", func(r *Rules) { r.ThrowingBack = 2 }},
		{"Tie", func(r *Rules) { r.Tie = 2 }},
		{"StockEnd", func(r *Rules) { r.StockEnd = 2 }},
		{"Repeat", func(r *Rules) { r.Repeat = 2 }},
		{"Melding", func(r *Rules) { r.Melding = 2 }},
		{"LayingOff", func(r *Rules) { r.LayingOff = 3 }},
		{"Answer", func(r *Rules) { *r = OpenSpiel(); r.Answer = 2 }},
		{"Answer", func(r *Rules) { r.Answer = LayOffsFirst }},
	} {
		r := EAAI()
		c.set(&r)
		before := r
		err := r.Validate()
		if err == nil || !strings.Contains(err.Error(), "Rules."+c.field) {
			t.Errorf("%+v gives the error %v, want one that names %s", r, err, c.field)
		}
		if r != before {
			t.Errorf("Validate changes the rules")
		}
		if _, err := New(r); err == nil {
			t.Errorf("New takes %+v", r)
		}
	}
	if err := (Rules{}).Validate(); err == nil {
		t.Error("the zero rules are valid")
	}
}

// TestWords reads the words of options, which flags and records use.
func TestWords(t *testing.T) {
	var phases []string
	for p := FirstUpcard; p <= Over; p++ {
		phases = append(phases, p.String())
	}
	want := "first-upcard draw discard knock-or-pass knock-discard knocker-melds defender-melds lay-off wall over"
	if got := strings.Join(phases, " "); got != want || Phase(10).String() != "Phase(10)" {
		t.Errorf("the phases are %s and %v, want %s", got, Phase(10), want)
	}
	for _, c := range []struct{ got, want string }{
		{Match.String(), "match"}, {Hand.String(), "hand"},
		{RandomStarter.String(), "random"}, {FirstSeat.String(), "first-seat"}, {SecondSeat.String(), "second-seat"},
		{DiscardThenKnock.String(), "discard-then-knock"}, {KnockThenDiscard.String(), "knock-then-discard"},
		{ThrowBackForbidden.String(), "forbidden"}, {ThrowBackAllowed.String(), "allowed"},
		{TieUndercuts.String(), "undercuts"}, {TieScoresNothing.String(), "scores-nothing"},
		{VoidAtTwo.String(), "void-at-two"}, {WallKnock.String(), "wall-knock"},
		{RepeatAllowed.String(), "allowed"}, {RepeatEnds.String(), "ends"},
		{AutoMelds.String(), "auto"}, {ChosenMelds.String(), "chosen"}, {Melding(2).String(), "Melding(2)"},
		{GreedyLayOffs.String(), "greedy"}, {BestLayOffs.String(), "best"}, {ChosenLayOffs.String(), "chosen"},
		{MeldsFirst.String(), "melds-first"}, {LayOffsFirst.String(), "lay-offs-first"},
		{FixedLimit.String(), "fixed"}, {Oklahoma.String(), "oklahoma"},
		{FromStock.String(), "stock"}, {FromPile.String(), "pile"}, {Passed.String(), "passed"},
	} {
		if c.got != c.want {
			t.Errorf("the word is %q, want %q", c.got, c.want)
		}
	}
}

// TestDigest demands that rules which differ in one field have different digests.
func TestDigest(t *testing.T) {
	seen := map[uint64]string{}
	for _, p := range presets {
		r := p.Rules()
		seen[r.digest()] = p.Name
		v := reflect.ValueOf(&r).Elem()
		for i := range v.NumField() {
			old := v.Field(i).Interface()
			if f := v.Field(i); f.CanInt() {
				f.SetInt(f.Int() + 7)
			} else {
				f.SetUint(f.Uint() + 7)
			}
			name := p.Name + " with another " + v.Type().Field(i).Name
			if other, ok := seen[r.digest()]; ok {
				t.Errorf("%s has the digest of %s", name, other)
			}
			seen[r.digest()] = name
			v.Field(i).Set(reflect.ValueOf(old))
		}
	}
}
