package figure

import (
	"fmt"
	"image/color"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"rummygym/arena"
	"rummygym/arena/stats"
	"rummygym/env/game"
)

// endingColours are the colours of the endings, in alphabetical order. They are ColorBrewer's
// Set2.
var endingColours = []color.RGBA{
	{0x66, 0xc2, 0xa5, 0xff}, {0xfc, 0x8d, 0x62, 0xff}, {0x8d, 0xa0, 0xcb, 0xff}, {0xe7, 0x8a, 0xc3, 0xff},
	{0xa6, 0xd8, 0x54, 0xff}, {0xff, 0xd9, 0x2f, 0xff}, {0xe5, 0xc4, 0x94, 0xff}, {0xb3, 0xb3, 0xb3, 0xff},
}

// Gains draws the distribution of the gains of each agent over all its games against the
// others, one panel for each agent with its mean and median (saha2025mindist, section VIII,
// "Gain analysis"). The bars are divided by how the games ended. It returns nil if no agent
// played against another.
func Gains(s *arena.Summary) *Figure {
	endings, low, high := []game.Ending{}, 0, 0
	gains := make([]map[game.Ending][]int, len(s.Agents))
	for l, lineup := range s.Lineups {
		for _, r := range s.Records[l] {
			for seat, agent := range lineup {
				if !r.Played() || slices.Min(lineup) == slices.Max(lineup) {
					continue
				}
				if !slices.Contains(endings, r.Ending) {
					endings = append(endings, r.Ending)
				}
				if gains[agent] == nil {
					gains[agent] = map[game.Ending][]int{}
				}
				v := int(r.Gains[seat])
				gains[agent][r.Ending] = append(gains[agent][r.Ending], v)
				low, high = min(low, v), max(high, v)
			}
		}
	}
	if len(endings) == 0 {
		return nil
	}
	slices.Sort(endings)
	class := max(1, int(decade(float64(high-low)/12)))
	names := short(s.Agents)
	var panels []*plot.Plot
	for i, of := range gains {
		if of != nil {
			panels = append(panels, gainPanel(names[i], of, endings, low, high, class))
		}
	}
	f := panelled("Gains against the other agents, by ending", panels, func(c draw.Canvas) {
		x, y := c.Min.X+vg.Centimeter, c.Min.Y+lineHeight/2
		label := style(tickSize, ink, text.XLeft, text.YCenter)
		for i, e := range endings {
			c.FillPolygon(endingColours[i%len(endingColours)], []vg.Point{{X: x, Y: y}, {X: x + gap, Y: y}, {X: x + gap, Y: y + gap}, {X: x, Y: y + gap}})
			c.FillText(label, vg.Point{X: x + 2*gap, Y: y + gap/2}, string(e))
			x += 4*gap + label.Width(string(e))
		}
	})
	return captioned(f, s, "± standard error")
}

// gainPanel returns the histogram of one agent's gains.
func gainPanel(name string, of map[game.Ending][]int, endings []game.Ending, low, high, class int) *plot.Plot {
	first := floorDiv(low, class)
	totals := make([]int, floorDiv(high, class)-first+1)
	var all []float64
	var layers []*bars
	for i, e := range endings {
		for _, v := range of[e] {
			totals[floorDiv(v, class)-first]++
			all = append(all, float64(v))
		}
		b := &bars{}
		for k, n := range totals {
			if n > 0 {
				b.items = append(b.items, barItem{x: (float64(k+first) + 0.5) * float64(class), half: 0.46 * float64(class), height: float64(n), colour: endingColours[i%len(endingColours)]})
			}
		}
		layers = append(layers, b)
	}
	slices.Sort(all)
	mean := stats.MeanOf(all)
	p := newPlot(fmt.Sprintf("%s: mean %+.1f ± %.1f, median %+g", name, mean.Value, mean.StdErr, stats.Quantile(all, 0.5)), "gain (points, classes of "+strconv.Itoa(class)+")", "games")
	p.Title.TextStyle.Font.Size = labelSize
	p.Add(ruled{})
	for _, b := range slices.Backward(layers) { // each covers the lower part of the next
		p.Add(b)
	}
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = float64(first*class), float64((first+len(totals))*class), 0, roomFor(totals, 1.08)
	p.X.Padding, p.Y.Padding = 0, 0
	p.X.Tick.Marker, p.Y.Tick.Marker = shortTicks{}, countTicks(p.Y.Max)
	return p
}

// floorDiv returns the largest integer that is at most n/d.
func floorDiv(n, d int) int {
	if n < 0 {
		return -((d - 1 - n) / d)
	}
	return n / d
}
