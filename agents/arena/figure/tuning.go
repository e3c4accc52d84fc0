package figure

import (
	"image/color"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"rummygym/agents/arena"
	"rummygym/agents/arena/stats"
)

// Tuning draws how the candidates of a tuning differ from its reference in the goal: with
// one option as a curve with the intervals of the paired differences, with two as a heat
// map. It returns nil for other numbers of options, and if a value is not a number.
func Tuning(t *arena.Tuning) *Figure {
	if len(t.Options) != 1 && len(t.Options) != 2 {
		return nil
	}
	values := make([][]float64, len(t.Options))
	for _, r := range t.Rows {
		for i, v := range r.Values {
			x, err := strconv.ParseFloat(v, 64)
			if err != nil {
				return nil
			}
			values[i] = append(values[i], x)
		}
	}
	what, digits := "win rate", 4
	if t.Goal == arena.GainGoal {
		what, digits = "mean gain, points,", 2
	}
	title := "Difference in " + what + " from " + t.Rows[0].Name
	if len(t.Options) == 1 {
		return tuningCurve(t, title, what, values[0])
	}
	return tuningMap(t, title, values, digits)
}

// difference returns the paired difference of a row from the reference in the goal.
func difference(t *arena.Tuning, row int) stats.Estimate {
	if t.Goal == arena.GainGoal {
		return t.Rows[row].GainFromReference
	}
	return t.Rows[row].WinFromReference
}

// tuningCurve draws a tuning of one option.
func tuningCurve(t *arena.Tuning, title, what string, values []float64) *Figure {
	p := newPlot(title, t.Options[0], "difference in "+what)
	p.Title.TextStyle.Font.Size = labelSize
	c := &tuned{}
	for k, x := range values {
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
func tuningMap(t *arena.Tuning, title string, values [][]float64, digits int) *Figure {
	var axes [2][]float64
	for i := range axes {
		axes[i] = slices.Compact(slices.Sorted(slices.Values(values[i])))
	}
	cells := map[[2]float64]float64{}
	most := 0.0
	for k := range t.Rows {
		v := difference(t, k).Value
		cells[[2]float64{values[0][k], values[1][k]}] = v
		if !math.IsNaN(v) {
			most = max(most, math.Abs(v))
		}
	}
	if most == 0 {
		most = 1
	}
	unit := decade(most*math.Pow10(digits)) / math.Pow10(digits)
	h := &heat{
		title: title, rows: t.Options[0], columns: t.Options[1], scale: "difference",
		names: numbers(axes[0]), across: numbers(axes[1]), colours: redBlue, ticks: []float64{-unit, 0, unit},
		value: func(i, j int) float64 {
			if v, ok := cells[[2]float64{axes[0][i], axes[1][j]}]; ok {
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
