package figure

import (
	"image/color"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// State is a state of a search, drawn as a box.
type State struct {
	Column int // from the left
	Lines  []string
	Next   []Transition
	Best   bool // on the best path
}

// Transition leads from a state to another one in a column to its right.
type Transition struct {
	To    int // index of the state
	Label string
	Best  bool // on the best path
}

// stateGap is the space between two columns of states, for the labels of the transitions.
const stateGap = 3.6 * vg.Centimeter

// States draws the states of a search and its transitions, as Fig. 4 of saha2025mindist. Each
// column has a heading. The best path is red and thick.
func States(title string, headings []string, states []State) *Figure {
	words := style(tickSize, ink, text.XCenter, text.YCenter)
	count := make([]int, len(headings))
	row := make([]int, len(states))
	widths := make([]vg.Length, len(headings)) // of the boxes
	total := vg.Length(len(headings)-1) * stateGap
	lines, most := 1, 1
	for i, s := range states {
		row[i] = count[s.Column]
		count[s.Column]++
		most, lines = max(most, count[s.Column]), max(lines, len(s.Lines))
		for _, l := range s.Lines {
			widths[s.Column] = max(widths[s.Column], words.Width(l)*1.15+2*gap) // some viewers have a wider font
		}
	}
	for i, h := range headings {
		widths[i] = max(widths[i], words.Width(h)*1.15)
		total += widths[i]
	}
	boxHeight := vg.Length(lines)*0.45*vg.Centimeter + gap
	pitch := boxHeight + 0.9*vg.Centimeter
	width, body := total+2*edge, vg.Length(most)*pitch
	return &Figure{width, body + 2*lineHeight + 2*edge, func(c draw.Canvas) {
		c.FillText(style(titleSize, ink, text.XCenter, text.YCenter), vg.Point{X: c.Center().X, Y: c.Max.Y - edge - lineHeight/2}, title)
		left := make([]vg.Length, len(headings))
		x := c.Min.X + edge
		for i, h := range headings {
			left[i] = x
			c.FillText(words, vg.Point{X: x + widths[i]/2, Y: c.Max.Y - edge - lineHeight - lineHeight/2}, h)
			x += widths[i] + stateGap
		}
		middle := func(i int) vg.Length {
			col := states[i].Column
			return c.Min.Y + edge + body/2 + (vg.Length(count[col]-1)/2-vg.Length(row[i]))*pitch
		}
		pen := func(best bool) draw.LineStyle {
			if best {
				return draw.LineStyle{Color: accent, Width: vg.Points(1.8)}
			}
			return draw.LineStyle{Color: color.Color(bar), Width: vg.Points(0.8)}
		}
		var labels labels
		for i, s := range states {
			for _, t := range s.Next {
				from := vg.Point{X: left[s.Column] + widths[s.Column], Y: middle(i)}
				to := vg.Point{X: left[states[t.To].Column], Y: middle(t.To)}
				c.StrokeLine2(pen(t.Best), from.X, from.Y, to.X, to.Y)
				labels.add(from, to, t.Label, 0.5, 0.35, 0.65, 0.25, 0.75)
			}
		}
		labels.draw(c)
		for i, s := range states {
			low, high := vg.Point{X: left[s.Column], Y: middle(i) - boxHeight/2}, vg.Point{X: left[s.Column] + widths[s.Column], Y: middle(i) + boxHeight/2}
			corners := []vg.Point{low, {X: high.X, Y: low.Y}, high, {X: low.X, Y: high.Y}}
			c.FillPolygon(color.White, corners)
			c.StrokeLines(pen(s.Best), append(corners, low))
			for j, l := range s.Lines {
				y := middle(i) + (vg.Length(len(s.Lines)-1)/2-vg.Length(j))*0.45*vg.Centimeter
				c.FillText(words, vg.Point{X: (low.X + high.X) / 2, Y: y}, l)
			}
		}
	}}
}
