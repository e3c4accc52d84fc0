package record_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/indian"
	"rummygym/env/record"
	"rummygym/env/series"
	"rummygym/internal/must"
)

// environments are the names in headers; the rules do not look at them.
var environments = map[string]string{"gin": "GinRummy-v1", "indian": "IndianRummy-v1", "indian-match": "IndianRummyMatch-v1", "gin-match": "GinRummyMatch-v1"}

// newGames returns both games under all presets, and Indian Rummy with more seats and drops.
func newGames(t testing.TB) (all []record.Game) {
	t.Helper()
	add := func(g record.Game, err error) {
		must.Do(t, err)
		all = append(all, g)
	}
	for _, name := range gin.PresetNames() {
		r := must.Get(gin.Preset(name))(t)
		add(gin.New(r))
	}
	for _, name := range indian.PresetNames() {
		r := must.Get(indian.Preset(name))(t)
		add(indian.New(r))
	}
	r := indian.Club(4)
	r.Declaring = indian.AnyCards
	add(indian.New(r))
	pool := series.Pool101(4)
	pool.Limit, pool.Drop, pool.Rejoins, pool.Split = 40, 5, 2, series.AgreedSplit
	add(series.New(pool, func(seats int) (series.Deal, error) {
		r := indian.Club(seats)
		r.MaxRounds = 2
		return indian.New(r)
	}))
	return all
}

// rulesOf returns the rules of a game as JSON.
func rulesOf(t testing.TB, g game.Game) json.RawMessage {
	t.Helper()
	var rules any
	switch g := g.(type) {
	case *gin.Game:
		rules = g.Rules()
	case *indian.Game:
		rules = g.Rules()
	case *series.Game:
		rules = g.Match()
	}
	return must.Get(json.Marshal(rules))(t)
}

// played returns the record of a game of random moves, dealt by a seed. The first legal move,
// a drop in Indian Rummy, is rare.
func played(t testing.TB, g record.Game, seed uint64) *record.Record {
	t.Helper()
	var names []string
	for p := range g.Players() {
		names = append(names, fmt.Sprintf("player %d \"é\"", p))
	}
	h := must.Get(record.NewHeader(g, environments[g.Name()], rulesOf(t, g), names))(t)
	h.Origin = &record.Origin{Seed: &seed, Deal: 3, Keep: game.NoPlayer}
	s, rng := g.NewState(), rand.New(rand.NewPCG(seed, 5))
	g.Deal(s, game.DealSource(seed, 3))
	r := record.NewRecorder(g)
	rec := &record.Record{Header: h, Events: r.AppendDeal(nil, s)}
	var legal game.Mask
	for s.Current() != game.NoPlayer {
		s.Legal(&legal)
		n := legal.Count()
		a := legal.Nth(n - 1 - rng.IntN(max(1, n-min(1, rng.IntN(80)))))
		if g.ActionString(a) == "leave" && rng.IntN(2) == 0 {
			a = legal.Nth(0) // joining again is not rare
		}
		rec.Events = must.Get(r.AppendMove(rec.Events, s, a, 1/float64(1+rng.IntN(3))))(t)
		must.Do(t, s.Apply(a))
	}
	return rec
}

// read returns the only record of a text.
func read(text []byte) (*record.Record, error) {
	r := record.NewReader(bytes.NewReader(text))
	rec, err := r.Next()
	if err != nil {
		return nil, err
	}
	if _, err := r.Next(); err != io.EOF {
		return nil, fmt.Errorf("after the only record: %w", err)
	}
	return rec, nil
}

// TestRoundTrip checks that records are read as they were written, and agree with the rules.
// The suite of every game does it too, with the views of seats.
func TestRoundTrip(t *testing.T) {
	types := map[record.Type]int{}
	for _, g := range newGames(t) {
		var file []byte
		for seed := range uint64(3) {
			rec := played(t, g, seed)
			if !rec.Over() {
				t.Fatal("the record has no end")
			}
			for _, e := range rec.Events {
				types[e.Type]++
			}
			file = rec.AppendJSON(file)
		}
		in := record.NewReader(bytes.NewReader(file))
		var again []byte
		for {
			rec, err := in.Next()
			if err == io.EOF {
				break
			}
			must.Do(t, err)
			if err := rec.Play(g, nil); err != nil {
				t.Fatalf("%s: %v", g.Name(), err)
			}
			again = rec.AppendJSON(again)
		}
		if !bytes.Equal(again, file) {
			t.Errorf("%s: the records differ from those written", g.Name())
		}
	}
	for _, k := range record.Types() {
		if types[k] == 0 {
			t.Errorf("no event %s in any game", k)
		}
	}
}

// TestErrors changes one thing in the record of a hand. The error must name the line and say
// what is wrong.
func TestErrors(t *testing.T) {
	g := must.Get(gin.New(gin.OpenSpiel()))(t)
	rec := played(t, g, 1)
	lines := strings.SplitAfter(string(rec.AppendJSON(nil)), "\n")
	lines = lines[:len(lines)-1]
	draw := slices.IndexFunc(rec.Events, func(e record.Event) bool { return e.Type == record.Draw && e.From == record.Stock }) + 1
	discard := slices.IndexFunc(rec.Events, func(e record.Event) bool { return e.Type == record.Discard && e.Probability != 0 }) + 1
	for _, c := range []struct {
		line      int // from 0
		old, next string
		want      string
	}{
		{0, `"version":1`, `"version":2`, "line 1: field version is 2: this program reads version 1"},
		{0, `"game":"gin"`, `"game":"bridge"`, "line 1: the record is of the game bridge, and the rules are of gin"},
		{0, `"env":"GinRummy-v1",`, ``, "line 1: field env is missing: want environment and version"},
		{0, `"seats":[`, `"seats":["x",`, "line 1: field seats has 3 names, but the game has 2 seats"},
		{0, `"seed":"1"`, `"seed":1`, `line 1: field origin is {"seed":1,"deal":3}: field seed is 1: want the decimal digits`},
		{0, `"seed":"1"`, `"seed":"2"`, "line 2, event 1 (deal): field hands is"},
		{0, `"deal":3`, `"deal":-3`, "line 1: field origin has the deal -3"},
		{0, `"type":"game"`, `"type":"gmae"`, `line 1: type is "gmae": want game`},
		{0, `{`, ``, "line 1: "},
		{1, `"starter":0`, `"starter":1`, "line 2, event 1 (deal): field starter is 1, but by the rules it is 0"},
		{0, `"seed":"1"`, `"seed":"1","seed":"2"`, `line 1: field "seed" is there twice`},
		{0, `"tie":`, `"tie":"undercuts","tie":`, `line 1: field "tie" is there twice`},
		{1, `"starter":0`, `"starter":0,"starter":1`, `line 2: field "starter" is there twice`},
		{1, `"starter":0`, `"starter":6`, "line 2: field starter is 6: want a seat, 0 to 5"},
		{1, `"hands":[[`, `"hands":[["AC",`, "line 2, event 1 (deal): gin: the hands dealt are"},
		{1, `"stock":[`, `"stack":[`, `line 2: field "stack" is not known, did you mean "stock"?`},
		{1, `"type":"deal"`, `"type":"seal"`, `line 2: type "seal" is not one of events, did you mean "deal"?`},
		{1, `"upcard":"2S"`, `"upcard":"1S"`, `line 2: field upcard is "1S": "1S" is not a card`},
		{1, `"upcard":"2S"`, `"upcard":null`, "line 2: field upcard is null: want a value"},
		{draw, `"from":"stock"`, `"from":"shoe"`, `field from is "shoe": want "stock" or "pile"`},
		{draw, `"seat":0`, `"seat":1`, "seat 1 is not to move, by the rules it is seat 0"},
		{discard, `"type":"discard"`, `"type":"drop"`, `field "card" is not known`},
		{discard, `"type":"discard"`, `"type":"declare"`, "field cards is missing"},
		{discard, `"probability"`, `"prob"`, `field "prob" is not known`},
		{discard, `"probability":0.`, `"probability":1.`, "want a probability, above 0 and at most 1"},
		{discard, `"probability":0.5`, `"probability":0`, "want a probability, above 0 and at most 1"},
		{0, `"env":"GinRummy-v1"`, `"env":""`, `field env is "": want a word`},
		{0, `"env":"GinRummy-v1"`, `"env":5`, "field env is 5: want a text in quotation marks"},
		{0, `"seats":[`, `"seats":["1","2","3","4",`, "line 1: field seats has 6 names, but the game has 2 seats"},
		{0, `"seats":[`, `"seats":["1","2","3","4","5",`, "want a list of at most 6 names"},
		{0, `"deal":3`, `"deal":3,"keep":2`, "line 1: field origin has the deal 3, attempt 0 and seat 2"},
		{0, `"deal":3`, `"deal":9007199254740991`, "but deal 9007199254740991 of seed 1 has"},
		{0, `"deal":3`, `"deal":9007199254740992`, "want a whole number up to 9007199254740991"},
		{0, `"deal":3`, `"deal":-9007199254740991`, "field origin has the deal -9007199254740991"},
		{0, `"deal":3`, `"deal":-9007199254740992`, "want a whole number up to 9007199254740991"},
		{1, `"hands":[["`, `"hands":[["AC","AX`, `entry 1: entry 2: "AX`},
		{1, `"upcard":"2S"`, `"upcard":"` + strings.Repeat("x", 58) + `"`, `field upcard is "` + strings.Repeat("x", 58) + `":`},
		{1, `"upcard":"2S"`, `"upcard":"` + strings.Repeat("x", 58) + `é"`, `field upcard is "\"` + strings.Repeat("x", 58) + `"…:`},
		{1, `"upcard":"2S"`, `"upcard":"` + strings.Repeat("x", 59) + `"`, `field upcard is "\"` + strings.Repeat("x", 59) + `"…:`},
		{2, `"phase":"`, `"phase":"un`, `by the rules it can "draw upcard", "pass"`},
		{discard, fmt.Sprintf(`"card":"%v"`, rec.Events[discard-1].Card), `"card":"JK"`, `it can "AC", "4C", "8C", "9C", "TC", "AD", "7D", "TD", "AH", …`},
		{len(lines) - 1, `"turns":`, `"turns":1`, "field turns is"},
		{len(lines) - 1, `"gains":[`, `"gains":[0,`, "field gains is"},
	} {
		text := slices.Clone(lines)
		if text[c.line] = strings.Replace(text[c.line], c.old, c.next, 1); text[c.line] == lines[c.line] {
			t.Errorf("line %d has no %s: %s", c.line+1, c.old, lines[c.line])
			continue
		}
		again, err := read([]byte(strings.Join(text, "")))
		if err == nil {
			err = again.Play(g, nil)
		}
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), fmt.Sprint("line ", c.line+1)) && c.line > 0 {
			t.Errorf("line %d, %s instead of %s: %v, want %s", c.line+1, c.next, c.old, err, c.want)
		}
	}
	sure := slices.Clone(lines) // 1 is a probability, and as good as none
	sure[discard] = strings.Replace(sure[discard], `"probability":0.5`, `"probability":1`, 1)
	if again, err := read([]byte(strings.Join(sure, ""))); err != nil || sure[discard] == lines[discard] || again.Events[discard-1].Probability != 0 {
		t.Errorf("a move of probability 1: %v", err)
	}
	for i := 1; i < len(lines)-1; i++ { // a line is missing or repeated
		for _, text := range []string{strings.Join(lines[:i], "") + strings.Join(lines[i+1:], ""), strings.Join(lines[:i+1], "") + strings.Join(lines[i:], "")} {
			again, err := read([]byte(text))
			if err == nil {
				err = again.Play(g, nil)
			}
			if err == nil {
				t.Errorf("line %d is missing or repeated, and nothing is found: %s", i+1, lines[i])
			}
		}
	}
	if again, err := read([]byte(strings.Join(lines[:3], ""))); err != nil || again.Over() || again.Play(g, nil) != nil {
		t.Errorf("a game in progress: %v", err)
	}
	other := must.Get(gin.New(gin.EAAI()))(t)
	must.Fail(t, rec.Play(other, nil), "event ")
	stop := errors.New("stop")
	if err := rec.Play(g, func(game.State, record.Move) error { return stop }); err != stop {
		t.Errorf("the error of visit is returned as %v", err)
	}
}

// TestOrigin checks origins that no file can have, and that a deal may be number 0.
func TestOrigin(t *testing.T) {
	g := newGames(t)[0]
	rec := played(t, g, 1)
	rec.Origin.Deal = -1
	if err := rec.Play(g, nil); err == nil || !strings.HasPrefix(err.Error(), "field origin has the deal -1") {
		t.Errorf("a negative deal: %v", err)
	}
	rec.Origin = &record.Origin{Keep: game.NoPlayer}
	if err := rec.Play(g, nil); err == nil || !strings.HasPrefix(err.Error(), "field origin has no seed") {
		t.Errorf("no seed: %v", err)
	}
	rec = played(t, g, 1)
	s := g.NewState()
	g.Deal(s, game.DealSource(1, 0))
	rec.Origin.Deal, rec.Events = 0, record.NewRecorder(g).AppendDeal(nil, s)
	if err := rec.Play(g, nil); err != nil {
		t.Errorf("deal 0: %v", err)
	}
}

// TestProbabilities checks that each move has its probability when the record is played, also the
// draw after a reshuffle, and 1 where none was given.
func TestProbabilities(t *testing.T) {
	reshuffled := 0
	for _, g := range newGames(t) {
		if g.Name() != "indian" { // in Gin Rummy not every event is a move
			continue
		}
		rec := played(t, g, 2)
		var want, got []float64
		for i, e := range rec.Events {
			switch e.Type {
			case record.Deal, record.Reshuffle, record.Score, record.End:
				continue
			}
			if e.Probability == 0 {
				e.Probability = 1
			} else if rec.Events[i-1].Type == record.Reshuffle {
				reshuffled++
			}
			want = append(want, e.Probability)
		}
		err := rec.Play(g, func(_ game.State, m record.Move) error {
			if m.Action != game.NoAction {
				got = append(got, m.Probability)
			}
			return nil
		})
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v, the probabilities are\n%v, want\n%v", g.Name(), err, got, want)
		}
	}
	if reshuffled == 0 {
		t.Error("no draw after a reshuffle has a probability")
	}
}

// TestEndsInReshuffle cuts a record behind a reshuffle, which a draw must follow.
func TestEndsInReshuffle(t *testing.T) {
	for _, g := range newGames(t) {
		rec := played(t, g, 2)
		i := slices.IndexFunc(rec.Events, func(e record.Event) bool { return e.Type == record.Reshuffle })
		if i < 0 {
			continue
		}
		rec.Events = rec.Events[:i+1]
		must.Fail(t, rec.Play(g, nil), "a draw follows a reshuffle")
		return
	}
	t.Error("no game has a reshuffle")
}

// TestViewOfStranger checks that a seat that the game does not have sees what everyone sees.
func TestViewOfStranger(t *testing.T) {
	g := newGames(t)[0]
	rec := played(t, g, 1)
	want := rec.View(game.NoPlayer)
	got := rec.View(game.Player(g.Players()))
	got.Viewer = game.NoPlayer
	if !bytes.Equal(got.AppendJSON(nil), want.AppendJSON(nil)) {
		t.Errorf("seat %d of %d sees\n%.2000s\nwant\n%.2000s", g.Players(), g.Players(), got.AppendJSON(nil), want.AppendJSON(nil))
	}
}

// TestNames checks names that need care in JSON against encoding/json.
func TestNames(t *testing.T) {
	g := newGames(t)[0]
	for _, name := range []string{`"`, `\`, "\n", "\x00", " ", "~", "\u007f", "é", "\u2028", "\xff", "<&>", "min-dist:drop=4"} {
		h := must.Get(record.NewHeader(g, environments[g.Name()], rulesOf(t, g), []string{name, "a"}))(t)
		var want bytes.Buffer
		e := json.NewEncoder(&want)
		e.SetEscapeHTML(false)
		must.Do(t, e.Encode([]string{name, "a"}))
		if got := h.AppendJSON(nil); !bytes.Contains(got, append([]byte(`"seats":`), bytes.TrimSpace(want.Bytes())...)) {
			t.Errorf("the name %q is written as %s, want %s", name, got, want.Bytes())
		}
	}
}

// TestReader checks the lines around the records: of a dataset, empty, too long, without an end, and
// what cannot be read.
func TestReader(t *testing.T) {
	file := string(played(t, newGames(t)[0], 1).AppendJSON(nil))
	const of = `{"type":"dataset","x":[1]}`
	for _, c := range []struct{ name, text, dataset string }{
		{"nothing", "", ""},
		{"a record", file, ""},
		{"a record and no line end", strings.TrimSuffix(file, "\n"), ""},
		{"empty lines", "\n \n" + strings.Replace(file, "\n", "\n\n", 1), ""},
		{"a dataset", of + "\n" + file, of},
		{"a dataset alone", of, of},
		{"a line of the greatest length", strings.Repeat(" ", 1<<26-1-len(of)) + of + "\n" + file, of},
	} {
		r := record.NewReader(strings.NewReader(c.text))
		dataset, err := r.Dataset()
		if err != nil || string(dataset) != c.dataset || (dataset == nil) != (c.dataset == "") {
			t.Errorf("%s: Dataset is %s, %v, want %s", c.name, dataset, err, c.dataset)
		}
		rec, err := r.Next()
		if !strings.Contains(c.text, file[:20]) {
			if err != io.EOF {
				t.Errorf("%s: %v, want io.EOF", c.name, err)
			}
		} else if err != nil || string(rec.AppendJSON(nil)) != file {
			t.Errorf("%s: the record is not read: %v", c.name, err)
		}
	}
	long := strings.NewReader(strings.Repeat(" ", 1<<26+1-len(of)) + of)
	must.Refuse(record.NewReader(long).Dataset())(t, "line 1 has more than")
	broken := errors.New("broken")
	for _, text := range []string{"", file} {
		r := record.NewReader(io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken)))
		_, err := r.Dataset()
		if text != "" {
			_, err = r.Next()
		}
		if !errors.Is(err, broken) || !strings.Contains(err.Error(), fmt.Sprintf("line %d: ", strings.Count(text, "\n")+1)) {
			t.Errorf("after %d bytes: %v, want the error of the file with its line", len(text), err)
		}
	}
}

// TestAttempt checks the origin of a deal that was dealt anew for a second attempt.
func TestAttempt(t *testing.T) {
	for _, g := range newGames(t) {
		seed := uint64(9)
		s := g.NewState()
		game.DealAttempt(g, s, new(rand.PCG), seed, 4, 2, 1)
		h := must.Get(record.NewHeader(g, environments[g.Name()], rulesOf(t, g), make([]string, g.Players())))(t)
		h.Origin = &record.Origin{Seed: &seed, Deal: 4, Attempt: 2, Keep: 1}
		rec := &record.Record{Header: h, Events: record.NewRecorder(g).AppendDeal(nil, s)}
		again := must.Get(read(rec.AppendJSON(nil)))(t)
		if err := again.Play(g, nil); err != nil {
			t.Errorf("%s: %v", g.Name(), err)
		}
		again.Origin.Keep = 0
		must.Fail(t, again.Play(g, nil), "but deal 4 of seed 9 has")
	}
}

// TestSchema checks lines, and lines with a fault, against the JSON schema.
func TestSchema(t *testing.T) {
	var good, bad [][]byte
	for _, g := range newGames(t) {
		rec := played(t, g, 2)
		for _, r := range []*record.Record{rec, rec.View(1)} {
			good = append(good, r.Header.AppendJSON(nil))
			seen := map[record.Type]int{}
			for _, e := range r.Events {
				if seen[e.Type]++; seen[e.Type] <= 3 { // the library takes milliseconds for a line
					good = append(good, e.AppendJSON(nil))
				}
			}
		}
	}
	for _, line := range good {
		for _, change := range [][2]string{{`"type":"`, `"type":"x`}, {`"seat":`, `"seat":7`}, {`"card":"`, `"card":"1`}, {`"type":`, `"more":1,"type":`}, {`"hands":[[`, `"hands":[[1,`}, {`"version":1`, `"version":"1"`}, {`"seat":0`, `"seet":0`}} {
			if next := bytes.Replace(line, []byte(change[0]), []byte(change[1]), 1); !bytes.Equal(next, line) {
				bad = append(bad, next)
			}
		}
	}
	must.MatchSchema(t, record.Schema(), good, bad)
	// What the schema refuses, the reader refuses.
	for _, line := range bad {
		var e record.Event
		if _, err := read(append(line, '\n')); err == nil || json.Unmarshal(line, &e) == nil {
			t.Errorf("read: %s", line)
		}
	}
}

// TestLimitOfUpcards plays a hand to the limit of upcards, whose last draw has no card.
func TestLimitOfUpcards(t *testing.T) {
	r := gin.OpenSpiel()
	r.MaxUpcards = 3
	g, err := gin.New(r)
	must.Do(t, err)
	h, err := record.NewHeader(g, "GinRummy-v1", rulesOf(t, g), []string{"a", "b"})
	must.Do(t, err)
	rec := &record.Record{Header: h}
	s, tell := g.NewState(), record.NewRecorder(g)
	g.Deal(s, rand.NewPCG(1, 2))
	rec.Events = tell.AppendDeal(nil, s)
	taken := game.Action(0)
	for s.Current() != game.NoPlayer {
		var legal game.Mask
		s.Legal(&legal)
		a := legal.Nth(0)
		switch {
		case legal.Has(gin.DrawUpcard):
			a = gin.DrawUpcard
		case a == taken: // not thrown back, which ends the hand too
			a = legal.Nth(1)
		}
		taken = a
		if rec.Events, err = tell.AppendMove(rec.Events, s, a, 1); err == nil {
			err = s.Apply(a)
		}
		must.Do(t, err)
	}
	draws := 0
	for _, e := range rec.Events {
		if e.Type == record.Draw && e.From == record.Pile {
			if draws++; (e.Card == card.None) != (draws == 4) {
				t.Errorf("draw %d from the pile is of %v", draws, e.Card)
			}
		}
	}
	again, err := read(rec.AppendJSON(nil))
	must.Do(t, err)
	if err := again.Play(g, nil); err != nil || draws != 4 {
		t.Errorf("%v, %d draws from the pile in\n%s", err, draws, rec.AppendJSON(nil))
	}
}
