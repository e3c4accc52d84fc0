package figure_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rummygym/arena/stats"
	"rummygym/internal/arena/figure"
	"rummygym/internal/must"
)

var nan, inf = math.NaN(), math.Inf(1)

// texts returns the texts of a figure, and fails if its document is not well formed.
func texts(t *testing.T, f *figure.Figure) []string {
	t.Helper()
	var all []string
	d, inText := xml.NewDecoder(bytes.NewReader(must.Get(f.SVG())(t))), false
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return all
		}
		must.Do(t, err)
		switch e := token.(type) {
		case xml.StartElement:
			inText = e.Name.Local == "text"
		case xml.CharData:
			if s := strings.TrimSpace(string(e)); inText && s != "" {
				all = append(all, s)
			}
		}
	}
}

func wantTexts(t *testing.T, f *figure.Figure, want ...string) {
	t.Helper()
	have := texts(t, f)
	for _, w := range want {
		if !slices.Contains(have, w) {
			t.Errorf("%s does not contain the text %q, only %q", f.Name, w, have)
		}
	}
}

// numbered returns n names.
func numbered(n int) (names []string) {
	for i := range n {
		names = append(names, fmt.Sprint("agent ", i))
	}
	return names
}

// square returns a matrix of n rows in which row i has a share of 1/2 + (j−i)/(2n) in column j.
func square(n int) [][]stats.Estimate {
	m := make([][]stats.Estimate, n)
	for i := range m {
		for j := range n {
			m[i] = append(m[i], stats.Estimate{Value: 0.5 + float64(j-i)/float64(2*n), StdErr: 0.01})
		}
	}
	return m
}

// rows returns a figure of n rows of one measure, with values from 0 on.
func rows(n int) *figure.Figure {
	m := figure.Measure{Label: "points", Line: 1}
	for i := range n {
		m.Values, m.Intervals = append(m.Values, float64(i)), append(m.Intervals, stats.Interval{Low: float64(i) - 1, High: float64(i) + 2})
	}
	return figure.NewRows("rows", "some rows", 0.95, numbered(n), m)
}

// The three kinds, with values that are missing, and ends of intervals that are not known or infinite.
func TestKinds(t *testing.T) {
	m := square(3)
	m[1][1] = stats.Estimate{Value: nan, StdErr: nan}
	y := []float64{1, 0.5, nan, 0.2}
	for _, f := range []*figure.Figure{
		figure.NewRows("rows", "some rows\nrules paper", 0.9, []string{"a", "long & <name>", "c"},
			figure.Measure{Label: "win rate", Line: 0.5, Values: []float64{0.6, nan, 0.2}, Intervals: []stats.Interval{{Low: 0.55, High: 0.7}, {Low: 0, High: 1}, {Low: nan, High: 0.25}}},
			figure.Measure{Label: "points", Values: []float64{10, 0, -5}, Intervals: []stats.Interval{{Low: 8, High: inf}, {Low: -1, High: 1}, {Low: -inf, High: -4}}}),
		figure.NewMatrix("matrix", "a matrix", "first", "second", []string{"a", "b", "a long name that is slanted"}, m),
		figure.NewCurves("curves", "some curves", "step", []float64{1, 2, 3, 4}, []figure.Panel{
			{Title: "win rate", Unit: "share", Curves: []figure.Curve{
				{Name: "a", Values: y, Intervals: []stats.Interval{{Low: 0.9, High: 1}, {Low: 0.4, High: 0.6}, {}, {Low: 0.1, High: 0.5}}},
				{Name: "b", Values: []float64{inf, 2}},
			}},
			{Title: "loss", Curves: []figure.Curve{{Values: y}}},
			{Title: "nothing", Curves: []figure.Curve{{Values: []float64{nan}}}},
		}),
	} {
		must.Match(t, filepath.Join("testdata", f.Name+".svg"), must.Get(f.SVG())(t))
	}
}

// Any number of rows, columns, curves and points is drawn, with all names and the whole title.
func TestSizes(t *testing.T) {
	for _, n := range []int{0, 1, 2, 25} {
		names := numbered(n)
		matrix := figure.NewMatrix("matrix", "some shares", "first", "second", names, square(n))
		var x []float64
		for i := range 10 * n {
			x = append(x, float64(i))
		}
		var panels []figure.Panel
		for i := range n {
			p := figure.Panel{Title: names[i]}
			for range i % 5 {
				k := figure.Curve{Name: "curve of " + names[i]}
				for _, at := range x {
					k.Values = append(k.Values, at*float64(i))
				}
				p.Curves = append(p.Curves, k)
			}
			panels = append(panels, p)
		}
		wantTexts(t, rows(n), append(names, "some rows", "points")...)
		wantTexts(t, matrix, append(names, "some shares", "first", "second")...)
		wantTexts(t, figure.NewCurves("curves", "some curves", "step", x, panels), append(names, "some curves")...)
	}
	doc := string(must.Get(figure.NewMatrix("m", strings.Repeat("a long title ", 30), "", "", numbered(1), square(1)).SVG())(t))
	_, after, _ := strings.Cut(doc, `width="`)
	before, _, _ := strings.Cut(after, "pt")
	if width := must.Get(strconv.ParseFloat(before, 64))(t); width < 1500 { // the title has some 1,750 points
		t.Errorf("the figure with a long title is %g points wide", width)
	}
}

func TestSave(t *testing.T) {
	dir, log := filepath.Join(t.TempDir(), "new", "plots"), new(strings.Builder)
	must.Do(t, figure.Save(log, dir, rows(1)))
	path := filepath.Join(dir, "rows.svg")
	if want := "wrote " + path + "\n"; log.String() != want {
		t.Errorf("the log is %q, want %q", log, want)
	}
	must.Fail(t, figure.Save(log, path, rows(1)))
}
