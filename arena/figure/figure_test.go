package figure_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rummygym/arena"
	"rummygym/arena/figure"
	"rummygym/env/game"
	"rummygym/internal/must"
)

// madeUp returns a summary in which agent i beats agent j in a share of .5 + (i−j)/10 of
// the games, and games last 10·(i+j+1) rounds.
func madeUp(agents []string, seats, games int) *arena.Summary {
	res := &arena.Result{Setup: arena.Setup{Seats: seats, Games: games, Agents: agents, Deals: arena.FreshDeals, Lineups: arena.RoundRobin(len(agents), seats)}}
	for _, l := range res.Lineups {
		records := make([]arena.Record, games)
		for i := range records {
			records[i] = arena.Record{Ending: "declared", Winner: 1, Rounds: uint16(10 * (l[0] + l[1] + 1)), Turns: 1}
			if i*10 < games*(5+l[0]-l[1]) {
				records[i].Winner = game.Player(0)
			}
		}
		res.Records = append(res.Records, records)
	}
	return arena.Summarize(res, arena.Settings{Resamples: 1})
}

func svg(t *testing.T, f *figure.Figure) string {
	t.Helper()
	data := must.Get(f.SVG())(t)
	return string(data)
}

// texts returns the texts of an SVG document, and fails if it is not well formed.
func texts(t *testing.T, doc string) []string {
	t.Helper()
	var all []string
	d := xml.NewDecoder(strings.NewReader(doc))
	inText := false
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return all
		}
		must.Do(t, err)
		switch e := token.(type) {
		case xml.StartElement:
			inText = e.Name.Local == "text"
		case xml.EndElement:
			inText = false
		case xml.CharData:
			if s := strings.TrimSpace(string(e)); inText && s != "" {
				all = append(all, s)
			}
		}
	}
}

func wantTexts(t *testing.T, what string, f *figure.Figure, want ...string) {
	t.Helper()
	have := texts(t, svg(t, f))
	for _, w := range want {
		if !slices.Contains(have, w) {
			t.Errorf("%s does not contain the text %q, only %q", what, w, have)
		}
	}
}

func TestWinRates(t *testing.T) {
	s := madeUp([]string{"random", "min-dist", "min-dist-opp:variant=released"}, 2, 100)
	wantTexts(t, "the figure of win rates", figure.WinRates(s), "Win rate of the first player", "first player", "second player",
		"random", "min-dist", "min-dist-opp:variant=released", "0.500", "0.400", "0.300", "0.600", "0.700", "0.25", "0.75", "win rate (square-root scale from 0.5)")
	wantTexts(t, "the figure of rounds", figure.Rounds(s), "Mean number of rounds", "first player", "second player",
		"random", "10.0", "20.0", "30.0", "40.0", "50.0", "10", "20", "50", "rounds (log scale)")
}

func TestGainMeans(t *testing.T) {
	s := madeUp([]string{"random", "min-dist"}, 2, 100)
	for i := range s.Pairs {
		s.Pairs[i].Seats[0].Gain.Value = []float64{0, -30.5, 12, 0}[i]
	}
	wantTexts(t, "the figure of gains", figure.GainMeans(s), "Mean gain of the first player", "points", "-30.5", "12.0", "-31", "31")
	if figure.GainMeans(madeUp([]string{"a", "b"}, 3, 4)) != nil {
		t.Error("a tournament at three seats has a figure of ordered pairs")
	}
}

func TestCaption(t *testing.T) {
	s := madeUp([]string{"random", "min-dist"}, 2, 1000)
	s.Rules, s.Seed = "paper", 7
	const games = "Rules paper, 1,000 games of each pair and order, seed 7; "
	wantTexts(t, "the figure of win rates", figure.WinRates(s), games+"win rates ± at most 0.016 (s.e.)")
	wantTexts(t, "the figure of rounds", figure.Rounds(s), games+"means ± at most 0.00 (s.e.)")
	wantTexts(t, "the figure of mean gains", figure.GainMeans(s), games+"means ± at most 0.0 points (s.e.)")
	wantTexts(t, "who beats whom", figure.Domination(s), games+"win rates ± at most 0.011 (s.e.)")
	wantTexts(t, "the course", figure.Course(s, 1), games+"bands: 95 % intervals")
	wantTexts(t, "the gains", figure.Gains(s), games+"± standard error")
	plain := figure.WinRates(s)
	f := plain.Captioned("one more line")
	wantTexts(t, "the figure with another caption", f, "one more line", "Win rate of the first player")
	if f.Height <= plain.Height || f.Width < plain.Width {
		t.Errorf("with a caption the figure is %v by %v, without %v by %v", f.Width, f.Height, plain.Width, plain.Height)
	}
}

// Every colour of ink and paper has one for a dark scheme, and the text on cells keeps its own.
func TestDarkScheme(t *testing.T) {
	doc := svg(t, figure.WinRates(madeUp([]string{"a", "b"}, 2, 100)))
	for _, want := range []string{"prefers-color-scheme: dark", "fill:#222222", "fill:#212121"} {
		if !strings.Contains(doc, want) {
			t.Errorf("the document has no %q", want)
		}
	}
}

func TestCourse(t *testing.T) {
	s := madeUp([]string{"random", "min-dist", "min-dist-opp"}, 2, 100)
	// Agent 2 beats agent 1 in 60 of 100 games as first player, and 60 as second; agent 0 in
	// 40 and 40.
	wantTexts(t, "the course", figure.Course(s, 1), "Wins against min-dist", "random: 0.400", "min-dist-opp: 0.600", "games played", "games won", "0", "200", "100")
	if figure.Course(madeUp([]string{"a"}, 2, 5), 0) != nil || figure.Course(madeUp([]string{"a", "b"}, 3, 4), 0) != nil {
		t.Error("a tournament without another agent, or at three seats, has a course")
	}
	for l := range s.Records {
		clear(s.Records[l])
	}
	if figure.Course(s, 1) != nil {
		t.Error("a tournament without games has a course")
	}
}

// A viewer without Liberation Sans must use a font with the same character widths, or squeeze
// another, or names overlap the table.
func TestSVGFonts(t *testing.T) {
	doc := svg(t, figure.WinRates(madeUp([]string{"a"}, 2, 2)))
	if n, m := strings.Count(doc, "font-family:"), strings.Count(doc, "font-family:Liberation Sans, Arial, Helvetica, sans-serif"); n == 0 || n != m {
		t.Errorf("%d of %d texts name alternative fonts, want all", m, n)
	}
	if n, m := strings.Count(doc, "<text "), strings.Count(doc, `<text textLength="`); n == 0 || n != m || !strings.Contains(doc, `<text textLength="5.6" lengthAdjust="spacingAndGlyphs"`) {
		t.Errorf("%d of %d texts have a length, want all, and 5.6 for the letter a", m, n)
	}
}

func TestNoTable(t *testing.T) {
	s := madeUp([]string{"a", "b"}, 3, 4)
	if figure.WinRates(s) != nil || figure.Rounds(s) != nil {
		t.Error("a tournament at three seats has figures of ordered pairs")
	}
}

// A tournament that was stopped early still has figures, with empty cells.
func TestPart(t *testing.T) {
	full := madeUp([]string{"a", "b"}, 2, 4)
	for l := range full.Records {
		if l != 1 {
			clear(full.Records[l])
		}
	}
	s := arena.Summarize(full.Result, arena.Settings{Resamples: 1})
	wantTexts(t, "the figure of win rates", figure.WinRates(s), "0.500", "-")
	wantTexts(t, "the figure of rounds", figure.Rounds(s), "20.0", "-")
	clear(s.Records[1])
	s = arena.Summarize(s.Result, arena.Settings{Resamples: 1})
	wantTexts(t, "the figure of rounds of no games", figure.Rounds(s), "-")
}

func TestGains(t *testing.T) {
	s := madeUp([]string{"a", "b"}, 2, 10)
	for l := range s.Records {
		for i := range s.Records[l] {
			r := &s.Records[l][i]
			r.Gains = [game.MaxPlayers]int16{-20, 20}
			if i == 0 {
				r.Ending, r.Gains = "first-drop", [game.MaxPlayers]int16{80, -80}
			}
		}
	}
	// Against b and as the second player, a gains −20 nine times and 80 once, and the reverse.
	wantTexts(t, "the figure of gains", figure.Gains(s), "a: mean +0.0 ± 7.3, median +0", "b: mean +0.0 ± 7.3, median +0", "declared", "first-drop", "gain (points, classes of 10)", "-60", "60")
	if figure.Gains(madeUp([]string{"a"}, 2, 10)) != nil {
		t.Error("an agent that only played against itself has a figure of gains")
	}
}

// Equal data give equal bytes, and PNG and SVG have the same aspect ratio.
func TestDeterministic(t *testing.T) {
	makers := map[string]func() *figure.Figure{
		"win rates": func() *figure.Figure { return figure.WinRates(madeUp([]string{"a", "b"}, 2, 10)) },
		"rounds":    func() *figure.Figure { return figure.Rounds(madeUp([]string{"a", "b"}, 2, 10)) },
	}
	for name, drawn := range makers {
		a, b := drawn(), drawn()
		if svg(t, a) != svg(t, b) {
			t.Errorf("%s: the SVG differs from one drawing to the next", name)
		}
		one := must.Get(a.PNG())(t)
		two := must.Get(b.PNG())(t)
		if !bytes.Equal(one, two) {
			t.Errorf("%s: the PNG differs from one drawing to the next", name)
		}
		img := must.Get(png.DecodeConfig(bytes.NewReader(one)))(t)
		if got, want := float64(img.Width)/float64(img.Height), float64(a.Width/a.Height); got < want*0.99 || got > want*1.01 {
			t.Errorf("%s: the PNG is %d by %d, the figure %v by %v", name, img.Width, img.Height, a.Width, a.Height)
		}
	}
}

func TestSave(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "plots")
	drawn := figure.WinRates(madeUp([]string{"a", "b"}, 2, 10))
	paths := must.Get(figure.Save(dir, "fig5", drawn))(t)
	if want := fmt.Sprint([]string{filepath.Join(dir, "fig5.png"), filepath.Join(dir, "fig5.svg")}); fmt.Sprint(paths) != want {
		t.Errorf("saved %v, want %v", paths, want)
	}
	for _, p := range paths {
		if info, err := os.Stat(p); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", p, err)
		}
	}
	if _, err := figure.Save(paths[0], "fig", drawn); err == nil {
		t.Error("Save into a file instead of a folder: no error")
	}
}
