package figure

import (
	"image/color"
	"math"
	"strconv"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// quarter is a quarter turn in radians.
const quarter = math.Pi / 2

// heat is a heat map: a table of numbers whose cells are coloured by value.
type heat struct {
	title, rows, columns, scale string
	names                       []string               // of the rows and of the columns
	value                       func(i, j int) float64 // NaN is an empty cell
	text                        func(float64) string
	shade                       func(float64) float64 // maps a value to its position on the scale, in [0, 1]
	ticks                       []float64             // values marked on the scale
	colours                     []color.RGBA          // colours of the scale, evenly spaced
}

// Lengths of the layout.
const (
	cell       = 1.9 * vg.Centimeter  // side of a cell
	strip      = 0.45 * vg.Centimeter // width of the scale
	edge       = 0.4 * vg.Centimeter  // margin of the figure
	gap        = 0.2 * vg.Centimeter  // between a table and its names
	lineHeight = 0.75 * vg.Centimeter // height of a line of text with its spacing
)

// figure returns the table as a figure, with the colour scale on the right.
func (h *heat) figure() *Figure {
	name := style(tickSize, ink, text.XRight, text.YCenter)
	var longest vg.Length
	for _, n := range h.names {
		longest = max(longest, name.Width(n))
	}
	slanted := longest > 0.95*cell
	below := lineHeight
	if slanted {
		below = longest*math.Sqrt2/2 + lineHeight/2
	}
	side, height := vg.Length(len(h.names))*cell, vg.Length(len(h.names))*cell
	title := style(titleSize, ink, text.XCenter, text.YCenter)
	left := edge + lineHeight + longest + 2*gap
	right := gap + strip + 2.2*vg.Centimeter
	// A title may be wider than a small table.
	spill := max(0, (title.Width(h.title)-side)/2+edge-min(left, right))
	left, right = left+spill, right+spill
	bottom := edge + lineHeight + below + gap
	return &Figure{left + side + right, bottom + height + lineHeight + 2*edge, func(c draw.Canvas) {
		corner := vg.Point{X: c.Min.X + left, Y: c.Min.Y + bottom}
		table := draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{Min: corner, Max: vg.Point{X: corner.X + side, Y: corner.Y + height}}}
		middle := table.Center()
		c.FillText(title, vg.Point{X: middle.X, Y: table.Max.Y + edge/2 + lineHeight/2}, h.title)
		label := style(labelSize, ink, text.XCenter, text.YCenter)
		c.FillText(label, vg.Point{X: middle.X, Y: c.Min.Y + edge + lineHeight/2}, h.columns)
		label.Rotation = quarter
		c.FillText(label, vg.Point{X: table.Min.X - longest - 2*gap - lineHeight/2, Y: middle.Y}, h.rows)
		for i, n := range h.names {
			at := (vg.Length(i) + 0.5) * cell
			c.FillText(name, vg.Point{X: table.Min.X - gap, Y: table.Max.Y - at}, n)
		}
		for j, n := range h.names {
			at := (vg.Length(j) + 0.5) * cell
			foot := style(tickSize, ink, text.XCenter, text.YTop)
			if slanted {
				foot = style(tickSize, ink, text.XRight, text.YTop)
				foot.Rotation = quarter / 2
			}
			c.FillText(foot, vg.Point{X: table.Min.X + at, Y: table.Min.Y - gap}, n)
		}
		h.drawCells(table)
		h.drawScale(table)
	}}
}

// drawCells draws the cells. Row 0 is at the top.
func (h *heat) drawCells(c draw.Canvas) {
	for i := range h.names {
		for j := range h.names {
			v := h.value(i, j)
			ground, label := color.RGBA{0xee, 0xee, 0xee, 0xff}, "-"
			if !math.IsNaN(v) {
				ground, label = h.colour(h.shade(v)), h.text(v)
			}
			x, y := c.Min.X+vg.Length(j)*cell, c.Max.Y-vg.Length(i+1)*cell
			square := []vg.Point{{X: x, Y: y}, {X: x + cell, Y: y}, {X: x + cell, Y: y + cell}, {X: x, Y: y + cell}}
			c.FillPolygon(ground, square)
			c.StrokeLines(draw.LineStyle{Color: color.White, Width: vg.Points(1.2)}, append(square, square[0]))
			c.FillText(style(labelSize+1, over(ground), text.XCenter, text.YCenter), vg.Point{X: x + cell/2, Y: y + cell/2}, label)
		}
	}
}

// drawScale draws the colour scale on the right of the table.
func (h *heat) drawScale(c draw.Canvas) {
	const steps = 128
	x0 := c.Max.X + 2*gap
	x1 := x0 + strip
	at := func(place float64) vg.Length { return c.Min.Y + vg.Length(place)*(c.Max.Y-c.Min.Y) }
	for k := range steps {
		y0, y1 := at(float64(k)/steps), at(min(1, (float64(k)+1.5)/steps)) // overlapping, to avoid visible seams
		c.FillPolygon(h.colour((float64(k)+0.5)/steps), []vg.Point{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}})
	}
	line := draw.LineStyle{Color: ink, Width: vg.Points(0.6)}
	c.StrokeLines(line, []vg.Point{{X: x0, Y: at(0)}, {X: x1, Y: at(0)}, {X: x1, Y: at(1)}, {X: x0, Y: at(1)}, {X: x0, Y: at(0)}})
	for _, v := range h.ticks {
		y := at(h.shade(v))
		c.StrokeLine2(line, x1, y, x1+vg.Points(3), y)
		c.FillText(style(tickSize, ink, text.XLeft, text.YCenter), vg.Point{X: x1 + vg.Points(5), Y: y}, strconv.FormatFloat(v, 'g', -1, 64))
	}
	label := style(labelSize, ink, text.XCenter, text.YCenter)
	label.Rotation = quarter
	c.FillText(label, vg.Point{X: x1 + 1.25*vg.Centimeter, Y: at(0.5)}, h.scale)
}

// colour returns the colour at a position of the scale in [0, 1].
func (h *heat) colour(place float64) color.RGBA {
	at := max(0, min(1, place)) * float64(len(h.colours)-1)
	i := min(int(at), len(h.colours)-2)
	a, b, f := h.colours[i], h.colours[i+1], at-float64(i)
	mix := func(x, y uint8) uint8 { return uint8(math.Round(float64(x) + f*(float64(y)-float64(x)))) }
	return color.RGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 0xff}
}

// over returns the text colour with the best contrast on a background.
func over(ground color.RGBA) color.Color {
	// Relative luminance without gamma correction, which is accurate enough here.
	if 0.299*float64(ground.R)+0.587*float64(ground.G)+0.114*float64(ground.B) < 140 {
		return color.White
	}
	return onCell
}
