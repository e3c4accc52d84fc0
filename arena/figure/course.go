package figure

import (
	"cmp"
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"rummygym/arena"
	"rummygym/arena/stats"
)

// patterns are the dashes of the lines of [Course], by agent.
var patterns = [][]vg.Length{nil, {vg.Points(7), vg.Points(3)}, {vg.Points(2), vg.Points(2)}, {vg.Points(9), vg.Points(2), vg.Points(2), vg.Points(2)}}

// maxCoursePoints is about the number of points of a line of [Course].
const maxCoursePoints = 150

// Course draws the number of games that each other agent has won against one opponent, the
// agent with this index, over the games played, as Figs. 2 to 4 of cardfitness2021. Games
// from both seats alternate. The key has the
// shares won, and the bands are Wilson intervals. An agent has the same colour and dashes in the courses against all opponents; lines that
// cover each other show by their dashes. It returns nil if the
// tournament does not consist of all ordered pairs, see [arena.Skill], or no other agent
// has played.
func Course(s *arena.Summary, opponent int) *Figure {
	if s.Skill == nil {
		return nil
	}
	var all []runner
	most := 0
	names := short(s.Agents)
	for a, name := range names {
		if a == opponent {
			continue
		}
		r := runner{name: name, colour: palette[a%len(palette)], dashes: patterns[a%len(patterns)]}
		r.add(s.Settings.Confidence)
		lineups := [2]int{a*len(s.Agents) + opponent, opponent*len(s.Agents) + a} // see arena.RoundRobin
		for i := range s.Games {
			for seat, l := range lineups {
				g := &s.Records[l][i]
				if !g.Played() {
					continue
				}
				r.won.Trials++
				if g.Won(seat) {
					r.won.Successes++
				}
				if n := r.won.Trials; n%max(1, 2*s.Games/maxCoursePoints) == 0 {
					r.add(s.Settings.Confidence)
				}
			}
		}
		if r.won.Trials > 0 {
			r.add(s.Settings.Confidence)
			most = max(most, r.won.Trials)
			all = append(all, r)
		}
	}
	if len(all) == 0 {
		return nil
	}
	slices.SortStableFunc(all, func(x, y runner) int { return cmp.Compare(y.won.Value(), x.won.Value()) })
	p := newPlot("Wins against "+names[opponent], s.Terms.Games()+" played", s.Terms.Games()+" won")
	p.Title.TextStyle.Font.Size = labelSize
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, float64(most), 0, 0.55*float64(most)
	half := &plotter.Line{XYs: plotter.XYs{{}, {X: float64(most), Y: float64(most) / 2}}, LineStyle: draw.LineStyle{Color: color.Gray{0x90}, Width: vg.Points(0.8), Dashes: dashes}}
	p.Add(ruled{}, half)
	for i := range all {
		r := &all[i]
		l := &plotter.Line{XYs: r.line, LineStyle: draw.LineStyle{Color: r.colour, Width: vg.Points(1.4), Dashes: r.dashes}}
		p.Add(r, l)
		p.Legend.Add(fmt.Sprintf("%s: %.3f", r.name, r.won.Value()), l)
		p.Y.Max = max(p.Y.Max, 1.05*float64(r.won.Successes))
	}
	p.Legend.Add("half of the games", half)
	p.X.Tick.Marker, p.Y.Tick.Marker = countTicks(p.X.Max), countTicks(p.Y.Max)
	key(p)
	p.Legend.Left, p.Legend.XOffs = true, vg.Points(8)
	return captioned(sheet(p), s, fmt.Sprintf("bands: %g %% intervals", 100*s.Settings.Confidence))
}

// runner is the course of one agent.
type runner struct {
	name   string
	won    stats.Proportion
	line   plotter.XYs
	band   []stats.Interval // games won, of each point of the line
	colour color.Color
	dashes []vg.Length
}

// add adds a point to the line, if it is not there.
func (r *runner) add(confidence float64) {
	n := float64(r.won.Trials)
	if k := len(r.line); k > 0 && r.line[k-1].X == n {
		return
	}
	in := stats.Interval{}
	if n > 0 {
		in = r.won.Wilson(confidence)
	}
	r.line = append(r.line, plotter.XY{X: n, Y: float64(r.won.Successes)})
	r.band = append(r.band, stats.Interval{Low: n * in.Low, High: n * in.High})
}

// Plot draws the band.
func (r *runner) Plot(c draw.Canvas, p *plot.Plot) {
	var x []float64
	for _, at := range r.line {
		x = append(x, at.X)
	}
	drawBand(c, p, x, r.band, r.colour)
}
