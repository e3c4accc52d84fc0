package figure

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/palette/brewer"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"

	"rummygym/arena/stats"
)

// Sizes of a matrix.
const (
	cellWidth  = 15 * vg.Millimeter
	cellHeight = 12 * vg.Millimeter
)

// NewMatrix returns a figure of a square matrix of shares, each written in its cell: red below one half, blue above. Names are
// those of the rows and of the columns; rows and columns say what these are. The cell of a share that is NaN is empty. The largest
// standard error stands below the title.
func NewMatrix(name, title, rows, columns string, names []string, shares [][]stats.Estimate) *Figure {
	p := newPlot("")
	p.X.Label.Text, p.Y.Label.Text = columns, rows
	p.X.Width, p.Y.Width, p.X.Tick.Length, p.Y.Tick.Length = 0, 0, 0, 0
	p.X.Padding, p.Y.Padding = vg.Points(8), vg.Points(2)
	n := len(names)
	across, down := make([]plot.Tick, n), make([]plot.Tick, n)
	labels, worst := new(plotter.Labels), 0.0
	for i := range n {
		across[i], down[i] = plot.Tick{Value: float64(i), Label: names[i]}, plot.Tick{Value: -float64(i), Label: names[i]}
		for j, e := range shares[i] {
			v := e.Value
			if math.IsNaN(v) {
				continue
			}
			if e.StdErr > worst { // it is not NaN
				worst = e.StdErr
			}
			words := p.X.Tick.Label
			words.YAlign = text.YCenter
			if math.Abs(v-0.5) > 0.26 { // the cell is dark
				words.Color = color.White
			}
			labels.XYs = append(labels.XYs, plotter.XY{X: float64(j), Y: -float64(i)})
			labels.Labels = append(labels.Labels, fmt.Sprintf("%.3f", v))
			labels.TextStyle = append(labels.TextStyle, words)
		}
	}
	below := p.X.Tick.Label.Height("")
	width := longest(p.Y.Tick.Label, names)
	if width > 0.9*cellWidth {
		p.X.Tick.Label.Rotation, p.X.Tick.Label.XAlign, p.X.Tick.Label.YAlign = math.Pi/4, text.XRight, text.YCenter
		below = width * math.Sqrt2 / 2
	}
	p.X.Tick.Marker, p.Y.Tick.Marker = plot.ConstantTicks(across), plot.ConstantTicks(down)
	// Most players are between .2 and .8. Beyond, the colours are those of the ends.
	p.Add(&plotter.HeatMap{GridXYZ: cells(shares), Palette: brewer.RdBu[9], Min: 0.2, Max: 0.8}, labels)
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = -0.51, float64(n)-0.49, 0.49-float64(n), 0.51
	return &Figure{
		Name: name, title: fmt.Sprintf("%s\nstandard errors at most %.3f", title, worst), panels: [][]*plot.Plot{{p}},
		width:  vg.Length(n)*cellWidth + width + 2*axisHeight,
		height: vg.Length(n)*cellHeight + below + axisHeight,
	}
}

// cells are the shares of a matrix as [plotter.HeatMap] takes them.
type cells [][]stats.Estimate

// Dims returns the numbers of columns and rows.
func (s cells) Dims() (columns, rows int) { return len(s), len(s) }

// X returns the place of a column.
func (s cells) X(column int) float64 { return float64(column) }

// Y returns the place of a row. Row 0 of the heat map is at the bottom.
func (s cells) Y(row int) float64 { return float64(row + 1 - len(s)) }

// Z returns a share, between the ends of the colours.
func (s cells) Z(column, row int) float64 {
	return min(max(s[len(s)-1-row][column].Value, 0.2), 0.8)
}
