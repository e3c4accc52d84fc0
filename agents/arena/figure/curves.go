package figure

import (
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Sizes of the panels of curves.
const (
	panelWidth  = 11 * vg.Centimeter
	panelHeight = 6.5 * vg.Centimeter
	panelColumn = 2 // panels side by side
)

// Curves draws the metrics of a training run. Each column except the first has a panel
// with its name as the title, plotted over the first column; a share of games won, whose name
// begins with "win/", with a dashed line at one half if that is near. rows has shape
// [rows, columns]. NaN values are left out: the line connects their neighbours.
func Curves(title string, columns []string, rows [][]float64) *Figure {
	var panels []*plot.Plot
	for i, name := range columns {
		if i > 0 {
			panels = append(panels, panel(name, columns[0], i, rows))
		}
	}
	return panelled(title, panels, nil)
}

// panelled returns a figure of panels, two side by side. legend, which may be nil, draws below
// the title.
func panelled(title string, panels []*plot.Plot, legend func(draw.Canvas)) *Figure {
	lines := (len(panels) + panelColumn - 1) / panelColumn
	head := vg.Centimeter
	if legend != nil {
		head += lineHeight
	}
	return &Figure{panelColumn * panelWidth, vg.Length(lines)*panelHeight + head, func(c draw.Canvas) {
		c.FillText(style(titleSize, ink, draw.XCenter, draw.YCenter), vg.Point{X: c.Center().X, Y: c.Max.Y - vg.Centimeter/2}, title)
		if legend != nil {
			legend(draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{Min: vg.Point{X: c.Min.X, Y: c.Max.Y - head}, Max: c.Max}})
		}
		for i, p := range panels {
			x, y := vg.Length(i%panelColumn)*panelWidth, c.Max.Y-head-vg.Length(i/panelColumn)*panelHeight
			cell := draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{Min: vg.Point{X: c.Min.X + x, Y: y - panelHeight}, Max: vg.Point{X: c.Min.X + x + panelWidth, Y: y}}}
			p.Draw(draw.Crop(cell, 0.3*vg.Centimeter, -0.4*vg.Centimeter, 0.3*vg.Centimeter, -0.1*vg.Centimeter))
		}
	}}
}

// panel returns the plot of column i over column 0.
func panel(name, x string, i int, rows [][]float64) *plot.Plot {
	p := newPlot(name, x, "")
	p.Title.TextStyle.Font.Size = labelSize
	k := &curve{}
	for _, row := range rows {
		if v := row[i]; !math.IsNaN(v) && !math.IsInf(v, 0) {
			k.x, k.y = append(k.x, row[0]), append(k.y, v)
		}
	}
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1, 0, 1
	if len(rows) > 0 {
		p.X.Max = rows[len(rows)-1][0]
	}
	if len(k.y) > 0 {
		low, high := k.y[0], k.y[0]
		for _, v := range k.y {
			low, high = min(low, v), max(high, v)
		}
		room := 0.05 * (high - low)
		if room == 0 {
			room = 0.05*math.Abs(high) + 1e-9
		}
		p.Y.Min, p.Y.Max = low-room, high+room
	}
	if strings.HasPrefix(name, "win/") && name != "win/logistic" && p.Y.Min <= 0.6 && p.Y.Max >= 0.4 {
		p.Y.Min, p.Y.Max = min(p.Y.Min, 0.49), max(p.Y.Max, 0.51)
		p.Add(&plotter.Line{XYs: plotter.XYs{{Y: 0.5}, {X: p.X.Max, Y: 0.5}}, LineStyle: draw.LineStyle{Color: color.Gray{0x90}, Width: vg.Points(0.8), Dashes: dashes}})
	}
	p.X.Tick.Marker, p.Y.Tick.Marker = countTicks(p.X.Max), shortTicks{}
	p.X.Padding, p.Y.Padding = 0, 0
	p.Add(ruled{})
	p.Add(k)
	return p
}

// curve is a line through points, with dots if there are at most 60 points.
type curve struct{ x, y []float64 }

// Plot draws the curve.
func (k *curve) Plot(c draw.Canvas, p *plot.Plot) {
	trX, trY := p.Transforms(&c)
	var path []vg.Point
	for i := range k.x {
		path = append(path, vg.Point{X: trX(k.x[i]), Y: trY(k.y[i])})
	}
	if len(path) > 1 {
		c.StrokeLines(draw.LineStyle{Color: bar, Width: vg.Points(1.2)}, path)
	}
	if len(path) <= 60 {
		for _, at := range path {
			c.DrawGlyphNoClip(draw.GlyphStyle{Color: bar, Radius: vg.Points(1.8), Shape: draw.CircleGlyph{}}, at)
		}
	}
}
