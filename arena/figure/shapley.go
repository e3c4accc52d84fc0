package figure

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"rummygym/arena"
)

// Shapley draws the Shapley values of the options of an agent in games won, as bars with
// their intervals.
func Shapley(s *arena.Shapley) *Figure {
	p := newPlot("Shapley values of the options of "+s.Names[len(s.Names)-1],
		"option", "what it adds to the share of "+s.Terms.Games()+" won")
	b, w := &bars{}, &whiskers{}
	var ticks []plot.Tick
	low, high := 0.0, 0.0
	for i, o := range s.Options {
		x, v, in := float64(i), o.Value.Win, o.Value.WinInterval
		b.items = append(b.items, barItem{x: x, half: 0.3, height: v.Value, colour: bar})
		ticks = append(ticks, plot.Tick{Value: x, Label: o.Name})
		low, high = min(low, v.Value), max(high, v.Value)
		if !math.IsNaN(in.Low) {
			*w = append(*w, whisker{x, in.Low, in.High})
			low, high = min(low, in.Low), max(high, in.High)
		}
	}
	room := 0.08 * (high - low)
	if room == 0 {
		room = 0.01
	}
	p.Add(ruled{}, b, w)
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = -0.6, float64(len(s.Options))-0.4, low-room, high+room
	if low == 0 {
		p.Y.Min = 0
	}
	p.X.Tick.Marker = plot.ConstantTicks(ticks)
	p.X.Tick.Length = 0
	p.Y.Tick.Marker = shortTicks{}
	return sheet(p).Captioned(measured(&s.Setup, fmt.Sprintf("against %s, %s deals from both seats", strings.Join(s.Opponents, ", "), thousands(s.Deals)), fmt.Sprintf("bars: %g %% intervals", 100*s.Confidence)))
}

// whisker is a vertical interval.
type whisker struct{ x, low, high float64 }

// whiskers draws intervals.
type whiskers []whisker

// Plot draws the intervals, and a line at 0.
func (w whiskers) Plot(c draw.Canvas, p *plot.Plot) {
	trX, trY := p.Transforms(&c)
	thin := draw.LineStyle{Color: ink, Width: vg.Points(1)}
	c.StrokeLine2(thin, c.Min.X, trY(0), c.Max.X, trY(0))
	for _, i := range w {
		x := trX(i.x)
		c.StrokeLine2(thin, x, trY(i.low), x, trY(i.high))
		for _, y := range []float64{i.low, i.high} {
			c.StrokeLine2(thin, x-vg.Points(4), trY(y), x+vg.Points(4), trY(y))
		}
	}
}
