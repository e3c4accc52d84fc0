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
	names := short(s.Agents)
	for _, a := range names {
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
		var labels labels
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
				arrow(c, place(a), place(b), colour, vg.Points(0.6+4*(e.Value-0.5)))
				labels.add(place(a), place(b), strconv.FormatFloat(e.Value, 'f', 3, 64), onArrows...)
			}
		}
		labels.draw(c)
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
			c.FillText(st, away, names[i])
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

// arrow draws an arrow from node to node.
func arrow(c draw.Canvas, from, to vg.Point, colour color.Color, width vg.Length) {
	d := to.Sub(from)
	length := vg.Length(math.Hypot(float64(d.X), float64(d.Y)))
	unit := d.Scale(1 / length)
	tip := to.Sub(unit.Scale(node))
	neck := tip.Sub(unit.Scale(arrowHead))
	side := vg.Point{X: -unit.Y, Y: unit.X}.Scale(arrowHead * 0.4)
	c.StrokeLine2(draw.LineStyle{Color: colour, Width: width}, from.X, from.Y, neck.X, neck.Y)
	c.FillPolygon(colour, []vg.Point{tip, neck.Add(side), neck.Sub(side)})
}

// labels are texts on lines that do not hide each other.
type labels []label

type label struct {
	text string
	box  vg.Rectangle
}

// onArrows are the places of labels on arrows, as shares of their length: nearer to the tail, where fewer arrows cross.
var onArrows = []float64{0.3, 0.24, 0.36, 0.42, 0.18, 0.48, 0.54, 0.6, 0.66, 0.72}

// add places a text on a line, at the first of shares of its length where no other text stands, or at the first of all.
func (l *labels) add(from, to vg.Point, text string, shares ...float64) {
	half := vg.Point{X: labelStyle.Width(text)/2 + vg.Points(1.5), Y: vg.Points(5.5)}
	box := func(share float64) vg.Rectangle {
		at := from.Add(to.Sub(from).Scale(vg.Length(share)))
		return vg.Rectangle{Min: at.Sub(half), Max: at.Add(half)}
	}
	free := func(r vg.Rectangle) bool {
		return !slices.ContainsFunc(*l, func(o label) bool {
			return r.Min.X < o.box.Max.X && o.box.Min.X < r.Max.X && r.Min.Y < o.box.Max.Y && o.box.Min.Y < r.Max.Y
		})
	}
	chosen := box(shares[0])
	for _, share := range shares {
		if r := box(share); free(r) {
			chosen = r
			break
		}
	}
	*l = append(*l, label{text, chosen})
}

// labelStyle is the style of labels.
var labelStyle = style(tickSize, ink, text.XCenter, text.YCenter)

// draw writes the labels.
func (l labels) draw(c draw.Canvas) {
	for _, x := range l {
		c.FillPolygon(color.White, []vg.Point{x.box.Min, {X: x.box.Max.X, Y: x.box.Min.Y}, x.box.Max, {X: x.box.Min.X, Y: x.box.Max.Y}})
		c.FillText(labelStyle, x.box.Min.Add(x.box.Size().Scale(0.5)), x.text)
	}
}
