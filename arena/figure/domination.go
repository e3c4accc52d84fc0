package figure

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"rummygym/arena"
)

// Lengths of the graph of dominations.
const (
	node      = 0.22 * vg.Centimeter // radius of an agent
	arrowHead = 0.32 * vg.Centimeter
)

// Domination draws the graph of dominations of a tournament, as Fig. 2 of
// goldman2021evaluating. An arrow leads from an agent to each agent that it beats, with its
// win rate over both seats, if that is above 1/2 and the test of the pair rejects equality
// at the level of the summary, after Holm's correction over all pairs. Higher win rates have
// thicker arrows. The agents stand clockwise from the top, in the order of their mean win
// rate over the others; arrows against this order are red. It returns nil if the tournament
// does not consist of all ordered pairs of at least two agents.
func Domination(s *arena.Summary) *Figure {
	n := len(s.Agents)
	if s.Skill == nil || n < 2 {
		return nil
	}
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(s.Players[b].Win.Value, s.Players[a].Win.Value) })

	name := style(labelSize, ink, text.XCenter, text.YCenter)
	var longest vg.Length
	for _, a := range s.Agents {
		longest = max(longest, name.Width(a))
	}
	radius := (2.2 + 0.55*vg.Length(n)) * vg.Centimeter
	title := style(titleSize, ink, text.XCenter, text.YCenter)
	const heading = "Who beats whom: win rate over both seats"
	foot := "arrows where the win rate differs from .5 at a joint level of " + strconv.FormatFloat(100*(1-s.Settings.Confidence), 'g', 3, 64) + " %"
	width := 2 * (radius + node + 2*gap + longest + edge)
	width = max(width, title.Width(heading)+2*edge, style(tickSize, ink, text.XCenter, text.YCenter).Width(foot)+2*edge)
	height := 2*radius + 6*lineHeight + 2*edge
	f := &Figure{width, height, func(c draw.Canvas) {
		middle := c.Center()
		place := func(rank int) vg.Point {
			sin, cos := math.Sincos(2 * math.Pi * float64(rank) / float64(n))
			return vg.Point{X: middle.X + radius*vg.Length(sin), Y: middle.Y + radius*vg.Length(cos)}
		}
		c.FillText(title, vg.Point{X: middle.X, Y: c.Max.Y - edge - lineHeight/2}, heading)
		c.FillText(style(tickSize, ink, text.XCenter, text.YCenter), vg.Point{X: middle.X, Y: c.Min.Y + edge + lineHeight/2}, foot)
		var labels []func()
		for a, i := range order {
			for b, j := range order {
				e := s.Skill.Balanced[i][j]
				if i == j || !(e.Value > 0.5) || !(e.Holm < 1-s.Settings.Confidence) {
					continue
				}
				colour := color.Color(bar)
				if a > b {
					colour = accent
				}
				at := arrow(c, place(a), place(b), colour, vg.Points(0.6+4*(e.Value-0.5)))
				labels = append(labels, func() { labelOn(c, at, strconv.FormatFloat(e.Value, 'f', 3, 64)) })
			}
		}
		for _, label := range labels {
			label()
		}
		for rank, i := range order {
			p := place(rank)
			c.DrawGlyphNoClip(draw.GlyphStyle{Color: ink, Radius: node, Shape: draw.CircleGlyph{}}, p)
			sin, cos := math.Sincos(2 * math.Pi * float64(rank) / float64(n))
			st := style(labelSize, ink, text.XCenter, text.YCenter)
			away := vg.Point{X: p.X, Y: p.Y}
			switch {
			case sin > 0.1:
				st.XAlign, away.X = text.XLeft, p.X+node+gap
			case sin < -0.1:
				st.XAlign, away.X = text.XRight, p.X-node-gap
			case cos > 0:
				away.Y += node + gap + lineHeight/3
			default:
				away.Y -= node + gap + lineHeight/3
			}
			c.FillText(st, away, s.Agents[i])
		}
	}}
	var errors []float64
	for _, row := range s.Skill.Balanced {
		for _, e := range row {
			errors = append(errors, e.StdErr)
		}
	}
	return captioned(f, s, fmt.Sprintf("win rates ± at most %.3f (s.e.)", largest(errors)))
}

// arrow draws an arrow from node to node and returns the place of its label, nearer to the
// tail, where fewer arrows cross.
func arrow(c draw.Canvas, from, to vg.Point, colour color.Color, width vg.Length) vg.Point {
	d := to.Sub(from)
	length := vg.Length(math.Hypot(float64(d.X), float64(d.Y)))
	unit := d.Scale(1 / length)
	tip := to.Sub(unit.Scale(node))
	neck := tip.Sub(unit.Scale(arrowHead))
	side := vg.Point{X: -unit.Y, Y: unit.X}.Scale(arrowHead * 0.4)
	c.StrokeLine2(draw.LineStyle{Color: colour, Width: width}, from.X, from.Y, neck.X, neck.Y)
	c.FillPolygon(colour, []vg.Point{tip, neck.Add(side), neck.Sub(side)})
	return from.Add(d.Scale(0.3))
}

// labelOn writes a number over an arrow.
func labelOn(c draw.Canvas, at vg.Point, label string) {
	st := style(tickSize, ink, text.XCenter, text.YCenter)
	w, h := st.Width(label)/2+vg.Points(1.5), vg.Points(5.5)
	c.FillPolygon(color.White, []vg.Point{{X: at.X - w, Y: at.Y - h}, {X: at.X + w, Y: at.Y - h}, {X: at.X + w, Y: at.Y + h}, {X: at.X - w, Y: at.Y + h}})
	c.FillText(st, at, label)
}
