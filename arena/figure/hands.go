package figure

import (
	"image/color"
	"slices"

	"gonum.org/v1/plot"
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
