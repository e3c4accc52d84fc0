package figure

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"rummygym/table"
)

// The size of the figures of hands.
const (
	handsWidth  = 16 * vg.Centimeter
	handsHeight = 10 * vg.Centimeter
)

// MinScoreECDF draws the empirical distribution function of MinScore, clipped at
// limit, as Fig. 1 of saha2025mindist. It clips the scores itself.
func MinScoreECDF(scores []int, limit int) *Figure {
	clipped := make([]int, len(scores))
	for i, v := range scores {
		clipped[i] = min(v, limit)
	}
	slices.Sort(clipped)
	p := newPlot(fmt.Sprintf("MinScore of %s random hands, clipped at %d", thousands(len(scores)), limit), "MinScore (points)", "share of hands with at most that score")
	steps := plotter.XYs{{X: 0, Y: 0}}
	below := 0
	for i, v := range clipped {
		if i+1 == len(clipped) || clipped[i+1] != v {
			steps = append(steps, plotter.XY{X: float64(v), Y: float64(i+1) / float64(len(clipped))})
		}
		if v < limit {
			below = i + 1
		}
	}
	steps = append(steps, plotter.XY{X: float64(limit) * 1.03, Y: 1})
	p.Add(ruled{})
	p.Add(&line{steps})
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, float64(limit)*1.03, 0, 1.02
	p.X.Tick.Marker = every(10, limit)
	p.Y.Tick.Marker = plot.ConstantTicks(shares())
	if n := len(clipped); n > 0 {
		rest := float64(n-below) / float64(n)
		// Next to the last step, between two of the ruled lines.
		p.Add(&note{x: float64(limit) - 2, y: math.Floor(min(0.99, 1-rest/2)*5)/5 + 0.1, align: text.XRight, text: fmt.Sprintf("%.1f %% of hands reach %d", 100*rest, limit)})
	}
	return sheet(p)
}

// MinScoreHistogram draws the histogram of MinScore, not clipped, in classes of five
// points, as Fig. 2 of saha2025mindist. The classes from limit on, which all cost limit
// points in a game, have another colour.
func MinScoreHistogram(scores []int, limit int) *Figure {
	const class = 5
	most := limit
	for _, v := range scores {
		most = max(most, v)
	}
	counts := make([]int, most/class+1)
	for _, v := range scores {
		counts[v/class]++
	}
	p := newPlot(fmt.Sprintf("MinScore of %s random hands, not clipped", thousands(len(scores))), "MinScore (points, classes of 5)", "hands")
	b := &bars{}
	for k, n := range counts {
		c := bar
		if k*class >= limit {
			c = accent
		}
		b.items = append(b.items, barItem{x: float64(k*class) + class/2.0, half: class/2.0 - 0.25, height: float64(n), colour: c})
	}
	p.Add(ruled{})
	p.Add(b)
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, float64(len(counts)*class), 0, roomFor(counts, 1.15)
	p.X.Tick.Marker = every(10, len(counts)*class)
	p.Y.Tick.Marker = countTicks(p.Y.Max)
	p.Add(&note{x: float64(limit) + 1, y: p.Y.Max * 0.96, align: text.XLeft, text: fmt.Sprintf("%d and more", limit), colour: accent})
	return sheet(p)
}

// MinDistHistogram draws the histogram of MinDist, as Fig. 3 of saha2025mindist.
func MinDistHistogram(dists []int) *Figure {
	most := 6
	for _, v := range dists {
		most = max(most, v)
	}
	counts := make([]int, most+1)
	for _, v := range dists {
		counts[v]++
	}
	p := newPlot(fmt.Sprintf("MinDist of %s random hands", thousands(len(dists))), "MinDist (cards to replace)", "hands")
	b := &bars{}
	var ticks []plot.Tick
	for k, n := range counts {
		b.items = append(b.items, barItem{x: float64(k), half: 0.42, height: float64(n), label: thousands(n), colour: bar})
		ticks = append(ticks, plot.Tick{Value: float64(k), Label: strconv.Itoa(k)})
	}
	p.Add(ruled{})
	p.Add(b)
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = -0.6, float64(most)+0.6, 0, roomFor(counts, 1.12)
	p.X.Tick.Marker = plot.ConstantTicks(ticks)
	p.X.Tick.Length = 0
	p.Y.Tick.Marker = countTicks(p.Y.Max)
	return sheet(p)
}

// sheet returns the plot as a figure of hands.
func sheet(p *plot.Plot) *Figure {
	p.X.Padding, p.Y.Padding = 0, 0
	return &Figure{handsWidth, handsHeight, func(c draw.Canvas) {
		p.Draw(draw.Crop(c, 0.3*vg.Centimeter, -0.5*vg.Centimeter, 0.3*vg.Centimeter, -0.3*vg.Centimeter))
	}}
}

// barItem is one bar from 0 to height.
type barItem struct {
	x, half, height float64
	label           string // above it
	colour          color.Color
}

// bars draws bars with their labels.
type bars struct{ items []barItem }

// Plot draws the bars.
func (b *bars) Plot(c draw.Canvas, p *plot.Plot) {
	trX, trY := p.Transforms(&c)
	for _, it := range b.items {
		x0, x1, y0, y1 := trX(it.x-it.half), trX(it.x+it.half), trY(0), trY(it.height)
		c.FillPolygon(it.colour, []vg.Point{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}})
		if it.label != "" {
			c.FillText(style(tickSize, ink, text.XCenter, text.YBottom), vg.Point{X: (x0 + x1) / 2, Y: y1 + vg.Points(2)}, it.label)
		}
	}
}

// line draws steps that hold until the next point.
type line struct{ points plotter.XYs }

// Plot draws the steps.
func (l *line) Plot(c draw.Canvas, p *plot.Plot) {
	trX, trY := p.Transforms(&c)
	var path []vg.Point
	for i, pt := range l.points {
		if i > 0 {
			path = append(path, vg.Point{X: trX(pt.X), Y: trY(l.points[i-1].Y)})
		}
		path = append(path, vg.Point{X: trX(pt.X), Y: trY(pt.Y)})
	}
	c.StrokeLines(draw.LineStyle{Color: bar, Width: vg.Points(1.6)}, path)
}

// note is a text at data coordinates.
type note struct {
	x, y   float64
	align  text.XAlignment
	text   string
	colour color.Color
}

// Plot draws the text.
func (n *note) Plot(c draw.Canvas, p *plot.Plot) {
	trX, trY := p.Transforms(&c)
	if n.colour == nil {
		n.colour = ink
	}
	c.FillText(style(labelSize, n.colour, n.align, text.YCenter), vg.Point{X: trX(n.x), Y: trY(n.y)}, n.text)
}

// ruled draws faint horizontal lines at the ticks.
type ruled struct{}

// Plot draws the lines.
func (ruled) Plot(c draw.Canvas, p *plot.Plot) {
	_, trY := p.Transforms(&c)
	for _, t := range p.Y.Tick.Marker.Ticks(p.Y.Min, p.Y.Max) {
		if y := trY(t.Value); t.Value > p.Y.Min && y <= c.Max.Y {
			c.StrokeLine2(draw.LineStyle{Color: faint, Width: vg.Points(0.5)}, c.Min.X, y, c.Max.X, y)
		}
	}
}

// every returns ticks at the multiples of step in [0, most].
func every(step, most int) plot.ConstantTicks {
	var ticks plot.ConstantTicks
	for v := 0; v <= most; v += step {
		ticks = append(ticks, plot.Tick{Value: float64(v), Label: strconv.Itoa(v)})
	}
	return ticks
}

// shares returns ticks from 0 to 100 %.
func shares() []plot.Tick {
	var ticks []plot.Tick
	for k := range 6 {
		ticks = append(ticks, plot.Tick{Value: float64(k) / 5, Label: strconv.Itoa(20*k) + " %"})
	}
	return ticks
}

// countTicks returns about five ticks at round counts in [0, most].
func countTicks(most float64) plot.ConstantTicks {
	step := max(1, int(decade(most/4)))
	var ticks plot.ConstantTicks
	for v := 0; float64(v) <= most; v += step {
		ticks = append(ticks, plot.Tick{Value: float64(v), Label: thousands(v)})
	}
	return ticks
}

// roomFor returns the upper end of an axis of counts: the largest count times room.
func roomFor(counts []int, room float64) float64 {
	return max(1, float64(slices.Max(counts))*room)
}

// thousands returns n with commas.
func thousands(n int) string { return table.Thousands(float64(n)) }
