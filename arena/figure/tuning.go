package figure

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"rummygym/arena"
	"rummygym/arena/stats"
)

// Tuning draws how the candidates of a tuning differ from its reference in the goal: with
// one option as a curve with the intervals of the paired differences, with two as a heat
// map. Values that are not all numbers stand in the order of the candidates. It returns nil for other
// numbers of options.
func Tuning(t *arena.Tuning) *Figure {
	if len(t.Options) != 1 && len(t.Options) != 2 {
		return nil
	}
	var axes []tuningAxis
	for i := range t.Options {
		axes = append(axes, axisOf(t, i))
	}
	what, unit, digits := "win rate", "", 4
	if t.Goal == arena.GainGoal {
		what, unit, digits = "mean gain", " (points)", 2
	}
	title := "Difference in " + what + " from " + t.Rows[0].Name
	games := fmt.Sprintf("against %s, %s deals from both seats", strings.Join(t.Opponents, ", "), thousands(t.Deals))
	if len(axes) == 1 {
		return tuningCurve(t, title, "difference in "+what+unit, &axes[0]).Captioned(measured(&t.Setup, games, fmt.Sprintf("bars: %g %% intervals of the paired differences", 100*t.Confidence)))
	}
	var errors []float64
	for k := range t.Rows {
		errors = append(errors, difference(t, k).StdErr)
	}
	return tuningMap(t, title, axes, digits).Captioned(measured(&t.Setup, games, fmt.Sprintf("differences ± at most %.*f (s.e.)", digits, largest(errors))))
}

// tuningAxis is the places of the values of an option on an axis.
type tuningAxis struct {
	of     []float64 // by candidate
	names  []string  // of the places, if not all values are numbers
	places []float64 // different ones, in ascending order
}

// axisOf returns the axis of an option of a tuning.
func axisOf(t *arena.Tuning, option int) (a tuningAxis) {
	numeric := true
	for _, r := range t.Rows {
		x, err := strconv.ParseFloat(r.Values[option], 64)
		a.of = append(a.of, x)
		numeric = numeric && err == nil
	}
	if !numeric {
		for k, r := range t.Rows {
			at := slices.Index(a.names, r.Values[option])
			if at < 0 {
				at, a.names = len(a.names), append(a.names, r.Values[option])
			}
			a.of[k] = float64(at)
		}
	}
	a.places = slices.Compact(slices.Sorted(slices.Values(a.of)))
	return a
}

// texts returns the values at the places.
func (a *tuningAxis) texts() []string {
	if a.names != nil {
		return a.names
	}
	return numbers(a.places)
}

// difference returns the paired difference of a row from the reference in the goal.
func difference(t *arena.Tuning, row int) stats.Estimate {
	if t.Goal == arena.GainGoal {
		return t.Rows[row].GainFromReference
	}
	return t.Rows[row].WinFromReference
}

// tuningCurve draws a tuning of one option.
func tuningCurve(t *arena.Tuning, title, label string, a *tuningAxis) *Figure {
	p := newPlot(title, "option "+t.Options[0], label)
	p.Title.TextStyle.Font.Size = labelSize
	c := &tuned{}
	for k, x := range a.of {
		d := difference(t, k)
		c.points = append(c.points, tunedPoint{x, d.Value, d.Interval(t.Confidence), k == 0})
	}
	slices.SortStableFunc(c.points, func(a, b tunedPoint) int {
		if a.x != b.x {
			return int(math.Copysign(1, a.x-b.x))
		}
		return 0
	})
	p.X.Min, p.X.Max = c.points[0].x, c.points[len(c.points)-1].x
	for _, pt := range c.points {
		for _, y := range []float64{pt.y, pt.within.Low, pt.within.High} {
			if !math.IsNaN(y) {
				p.Y.Min, p.Y.Max = min(p.Y.Min, y), max(p.Y.Max, y)
			}
		}
	}
	if p.X.Min == p.X.Max {
		p.X.Min, p.X.Max = p.X.Min-1, p.X.Max+1
	}
	if p.Y.Min == p.Y.Max {
		p.Y.Min, p.Y.Max = p.Y.Min-1, p.Y.Max+1
	}
	room := 0.04 * (p.X.Max - p.X.Min)
	p.X.Min, p.X.Max = p.X.Min-room, p.X.Max+room
	p.X.Tick.Marker, p.Y.Tick.Marker = shortTicks{}, shortTicks{}
	if a.names != nil {
		var ticks []plot.Tick
		for i, name := range a.names {
			ticks = append(ticks, plot.Tick{Value: float64(i), Label: name})
		}
		p.X.Tick.Marker = plot.ConstantTicks(ticks)
	}
	p.Add(ruled{}, c)
	return &Figure{handsWidth, handsHeight, func(c draw.Canvas) {
		p.Draw(draw.Crop(c, 0.3*vg.Centimeter, -0.5*vg.Centimeter, 0.3*vg.Centimeter, -0.3*vg.Centimeter))
	}}
}

// tunedPoint is a candidate of a curve.
type tunedPoint struct {
	x, y      float64
	within    stats.Interval
	reference bool
}

// tuned draws candidates with their intervals.
type tuned struct{ points []tunedPoint }

// Plot draws the candidates.
func (u *tuned) Plot(c draw.Canvas, p *plot.Plot) {
	trX, trY := p.Transforms(&c)
	c.StrokeLine2(draw.LineStyle{Color: ink, Width: vg.Points(0.6)}, c.Min.X, trY(0), c.Max.X, trY(0))
	var path []vg.Point
	for _, pt := range u.points {
		path = append(path, vg.Point{X: trX(pt.x), Y: trY(pt.y)})
	}
	if len(path) > 1 {
		c.StrokeLines(draw.LineStyle{Color: bar, Width: vg.Points(1.2)}, path)
	}
	for i, pt := range u.points {
		colour := color.Color(bar)
		if pt.reference {
			colour = accent
		} else if !math.IsNaN(pt.within.Low) {
			c.StrokeLine2(draw.LineStyle{Color: bar, Width: vg.Points(1)}, path[i].X, trY(pt.within.Low), path[i].X, trY(pt.within.High))
		}
		c.DrawGlyphNoClip(draw.GlyphStyle{Color: colour, Radius: vg.Points(2.2), Shape: draw.CircleGlyph{}}, path[i])
	}
}

// tuningMap draws a tuning of two options.
func tuningMap(t *arena.Tuning, title string, axes []tuningAxis, digits int) *Figure {
	cells := map[[2]float64]float64{}
	most := 0.0
	for k := range t.Rows {
		v := difference(t, k).Value
		cells[[2]float64{axes[0].of[k], axes[1].of[k]}] = v
		if !math.IsNaN(v) {
			most = max(most, math.Abs(v))
		}
	}
	if most == 0 {
		most = 1
	}
	unit := decade(most*math.Pow10(digits)) / math.Pow10(digits)
	h := &heat{
		title: title, rows: "option " + t.Options[0], columns: "option " + t.Options[1], scale: "difference",
		names: axes[0].texts(), across: axes[1].texts(), colours: redBlue, ticks: []float64{-unit, 0, unit},
		value: func(i, j int) float64 {
			if v, ok := cells[[2]float64{axes[0].places[i], axes[1].places[j]}]; ok {
				return v
			}
			return math.NaN()
		},
		text: func(v float64) string {
			s := strconv.FormatFloat(v, 'f', digits, 64)
			if v > 0 {
				s = "+" + s
			}
			return s
		},
		shade: func(v float64) float64 { return 0.5 + v/most/2 },
	}
	return h.figure()
}

// numbers returns the shortest texts of numbers.
func numbers(list []float64) (texts []string) {
	for _, v := range list {
		texts = append(texts, strconv.FormatFloat(v, 'g', -1, 64))
	}
	return texts
}
