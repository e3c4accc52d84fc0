package figure

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"rummygym/arena/stats"
)

// palette is the colours of lines that are told apart by colour.
var palette = []color.Color{bar, accent, color.RGBA{0x2e, 0x7d, 0x4f, 0xff}, color.RGBA{0xc7, 0x7d, 0x1e, 0xff}, color.RGBA{0x6f, 0x4a, 0x9e, 0xff}, color.RGBA{0x4a, 0x4a, 0x4a, 0xff}}

// dashes is the pattern of dashed lines.
var dashes = []vg.Length{vg.Points(5), vg.Points(3)}

// LossCurve is the losses of a training run, one per epoch.
type LossCurve struct {
	Name                 string
	Training, Validation []float64
	Falls                []int // epochs after which the learning rate falls
}

// Losses draws the training loss (solid) and the validation loss (dashed) of runs over the
// epochs, with vertical lines where the learning rate falls, as Fig. 4 of
// truong2021datadriven. The axis of losses is logarithmic. Losses that are not above 0 are
// left out.
func Losses(title string, runs []LossCurve) *Figure {
	p := newPlot(title, "epoch", "mean squared error (points², log scale)")
	p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, roundTicks{}
	low, high, epochs := math.Inf(1), math.Inf(-1), 1
	var falls []int
	for i, r := range runs {
		for k, losses := range [][]float64{r.Training, r.Validation} {
			var points plotter.XYs
			for e, v := range losses {
				if v > 0 && !math.IsInf(v, 1) {
					points = append(points, plotter.XY{X: float64(e + 1), Y: v})
					low, high = min(low, v), max(high, v)
				}
			}
			epochs = max(epochs, len(losses))
			l := &plotter.Line{XYs: points, LineStyle: draw.LineStyle{Color: palette[i%len(palette)], Width: vg.Points(1.2)}}
			name := r.Name + ", training"
			if k == 1 {
				l.Dashes, name = dashes, r.Name+", validation"
			}
			p.Add(l)
			if len(points) == 1 { // a line of one point is not seen
				dot, err := plotter.NewScatter(points)
				if err != nil {
					panic(err) // points holds numbers
				}
				dot.GlyphStyle = draw.GlyphStyle{Color: l.Color, Radius: vg.Points(2.2), Shape: []draw.GlyphDrawer{draw.CircleGlyph{}, draw.RingGlyph{}}[k]}
				p.Add(dot)
			}
			p.Legend.Add(name, l)
		}
		falls = append(falls, r.Falls...)
	}
	if high < low {
		low, high = 1, 10
	}
	slices.Sort(falls)
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, float64(epochs)+0.5, low/1.03, high*1.03
	for _, e := range slices.Compact(falls) {
		if e < epochs {
			x := float64(e) + 0.5
			p.Add(&plotter.Line{XYs: plotter.XYs{{X: x, Y: p.Y.Min}, {X: x, Y: p.Y.Max}}, LineStyle: draw.LineStyle{Color: color.Gray{0x90}, Width: vg.Points(0.8), Dashes: dashes}})
		}
	}
	p.X.Tick.Marker = countTicks(p.X.Max)
	key(p)
	p.Legend.YOffs = -vg.Points(18)
	return sheet(p)
}

// roundTicks is ticks for a logarithmic axis: round numbers, as many as fit.
type roundTicks struct{}

// Ticks returns ticks in [low, high].
func (roundTicks) Ticks(low, high float64) []plot.Tick {
	var ticks []plot.Tick
	for _, steps := range [][]float64{{1}, {1, 2, 5}, {1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9}} {
		ticks = nil
		for decade := math.Pow(10, math.Floor(math.Log10(low))); decade <= high; decade *= 10 {
			for _, s := range steps {
				if v := s * decade; v >= low && v <= high {
					ticks = append(ticks, plot.Tick{Value: v, Label: fmt.Sprintf("%.4g", v)})
				}
			}
		}
		if len(ticks) >= 4 {
			return ticks
		}
	}
	if len(ticks) < 4 { // a narrow range
		ticks = nil
		step := decade((high - low) / 4)
		for v := math.Ceil(low/step) * step; v <= high; v += step {
			ticks = append(ticks, plot.Tick{Value: v, Label: fmt.Sprintf("%.4g", v)})
		}
	}
	return ticks
}

// shortTicks is about four to eight ticks at round numbers, all labelled, with as many decimals as
// tell them apart.
type shortTicks struct{}

// Ticks returns ticks in [low, high].
func (shortTicks) Ticks(low, high float64) []plot.Tick {
	if !(high > low) || math.IsInf(high-low, 0) {
		return []plot.Tick{{Value: low, Label: fmt.Sprintf("%.4g", low)}}
	}
	aim := (high - low) / 3.5
	exponent := int(math.Floor(math.Log10(aim)))
	step := math.Pow10(exponent)
	for _, m := range []float64{5, 2} {
		if m*step <= aim {
			step *= m
			break
		}
	}
	var ticks []plot.Tick
	for k := math.Ceil(low / step); k*step <= high && len(ticks) < 20; k++ {
		v := k * step
		label := strconv.FormatFloat(v, 'f', max(0, -exponent), 64)
		if most := max(math.Abs(low), math.Abs(high)); most >= 1e6 || most < 1e-4 {
			label = fmt.Sprintf("%.*g", 2+max(0, int(math.Log10(most))-exponent), v)
		} else if k == 0 {
			label = "0"
		}
		ticks = append(ticks, plot.Tick{Value: v, Label: label})
	}
	return ticks
}

// key places the legend of a plot in the upper right corner.
func key(p *plot.Plot) {
	p.Legend.Top = true
	p.Legend.TextStyle = style(tickSize, ink, p.Legend.TextStyle.XAlign, p.Legend.TextStyle.YAlign)
	p.Legend.ThumbnailWidth, p.Legend.Padding = vg.Points(24), vg.Points(2)
	p.Legend.XOffs, p.Legend.YOffs = -vg.Points(6), -vg.Points(4)
}

// ScoreSet is the scores of the rows of a dataset, in points.
type ScoreSet struct {
	Name   string
	Scores []float64
}

// Scores draws the distribution of scores of several sets, each with the normal distribution
// of the same mean and standard deviation, as Fig. 2 of truong2021datadriven. Classes are of
// five points.
func Scores(sets []ScoreSet) *Figure {
	const class = 5
	low, high := -60., 60.
	for _, s := range sets {
		for _, v := range s.Scores {
			low, high = min(low, math.Floor(v/class)*class), max(high, math.Floor(v/class)*class+class)
		}
	}
	plots, most := make([]*plot.Plot, len(sets)), 0.0
	for i, s := range sets {
		d := stats.DistributionOf(s.Scores)
		p := newPlot(fmt.Sprintf("%s\nmean %.1f, s.d. %.1f, %s rows", s.Name, d.Mean, d.SD, thousands(d.N)), "score (points, classes of 5)", "share per point")
		p.Title.TextStyle.Font.Size = labelSize
		b := &bars{}
		for at := low; at < high; at += class {
			b.items = append(b.items, barItem{x: at + class/2., half: class/2. - 0.25, colour: bar})
		}
		for _, v := range s.Scores {
			b.items[int((v-low)/class)].height += 1 / (class * float64(d.N))
		}
		normal := &plotter.Line{LineStyle: draw.LineStyle{Color: accent, Width: vg.Points(1.2), Dashes: dashes}}
		for x := low; x <= high && d.SD > 0; x++ {
			y := stats.NormalDensity((x-d.Mean)/d.SD) / d.SD
			normal.XYs = append(normal.XYs, plotter.XY{X: x, Y: y})
			most = max(most, y)
		}
		for _, it := range b.items {
			most = max(most, it.height)
		}
		p.Add(ruled{}, b, normal)
		p.X.Min, p.X.Max = low, high
		plots[i] = p
	}
	for _, p := range plots { // the same scale for all
		p.Y.Min, p.Y.Max = 0, 1.05*max(most, 1e-3)
	}
	return row("", plots)
}

// Residuals draws the residuals (score minus prediction) of a network, as Fig. 5 of
// truong2021datadriven: the kernel density of the residuals divided by their standard
// deviation, by Scott's rule, beside the standard normal distribution; residuals over
// predictions, of at most 5,000 rows; and their quantiles over those of the normal
// distribution.
func Residuals(title string, predictions, residuals []float64) *Figure {
	d := stats.DistributionOf(residuals)
	scaled := make([]float64, len(residuals))
	for i, r := range residuals {
		scaled[i] = (r - d.Mean) / d.SD
	}
	if !(d.SD > 0) {
		scaled = nil
	}
	slices.Sort(scaled)
	return row(fmt.Sprintf("%s: residuals of %s rows, mean %.2f, s.d. %.2f, skewness %.2f, excess kurtosis %.2f", title, thousands(d.N), d.Mean, d.SD, d.Skew, d.Kurtosis),
		[]*plot.Plot{densityPlot(scaled), residualPlot(predictions, residuals), quantilePlot(scaled)})
}

// densityPlot returns the density of scaled residuals beside the normal one.
func densityPlot(scaled []float64) *plot.Plot {
	p := newPlot("", "normalized residual", "density")
	const reach, steps = 5, 200
	var points []float64
	for i := range steps + 1 {
		points = append(points, reach*(2*float64(i)/steps-1))
	}
	kernel := &plotter.Line{LineStyle: draw.LineStyle{Color: bar, Width: vg.Points(1.4)}}
	normal := &plotter.Line{LineStyle: draw.LineStyle{Color: accent, Width: vg.Points(1.2), Dashes: dashes}}
	p.Y.Max = 0.45
	for i, y := range stats.Density(scaled, points) {
		normal.XYs = append(normal.XYs, plotter.XY{X: points[i], Y: stats.NormalDensity(points[i])})
		if !math.IsNaN(y) {
			kernel.XYs = append(kernel.XYs, plotter.XY{X: points[i], Y: y})
			p.Y.Max = max(p.Y.Max, 1.05*y)
		}
	}
	p.Add(kernel, normal)
	p.Legend.Add("residuals", kernel)
	p.Legend.Add("N(0, 1)", normal)
	key(p)
	p.X.Min, p.X.Max, p.Y.Min = -reach, reach, 0
	return p
}

// residualPlot returns residuals over predictions.
func residualPlot(predictions, residuals []float64) *plot.Plot {
	const most = 5000
	p := newPlot("", "prediction (points)", "residual (points)")
	s := &plotter.Scatter{GlyphStyle: draw.GlyphStyle{Color: color.NRGBA{0x3b, 0x6f, 0xa8, 0x50}, Radius: vg.Points(1.1), Shape: draw.CircleGlyph{}}}
	every := max(1, (len(residuals)+most-1)/most)
	for i := 0; i < len(residuals); i += every {
		s.XYs = append(s.XYs, plotter.XY{X: predictions[i], Y: residuals[i]})
	}
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = -1, 1, -1, 1
	for _, at := range s.XYs {
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = min(p.X.Min, at.X), max(p.X.Max, at.X), min(p.Y.Min, at.Y), max(p.Y.Max, at.Y)
	}
	p.Add(s, &plotter.Line{XYs: plotter.XYs{{X: p.X.Min}, {X: p.X.Max}}, LineStyle: draw.LineStyle{Color: accent, Width: vg.Points(1.2), Dashes: dashes}})
	return p
}

// quantilePlot returns the quantiles of sorted residuals over those of the normal
// distribution.
func quantilePlot(sorted []float64) *plot.Plot {
	const steps, reach = 201, 4.5
	p := newPlot("", "quantile of N(0, 1)", "quantile of the normalized residuals")
	s := &plotter.Scatter{GlyphStyle: draw.GlyphStyle{Color: bar, Radius: vg.Points(1.4), Shape: draw.CircleGlyph{}}}
	p.Y.Min, p.Y.Max = -reach, reach
	end := -stats.NormalQuantile(0.5 / float64(max(1, len(sorted)))) // of the greatest residual
	for i := range min(steps, len(sorted)*steps) {
		x := end * (2*float64(i)/(steps-1) - 1) // evenly spaced, to show both tails
		at := plotter.XY{X: x, Y: stats.Quantile(sorted, stats.NormalShare(x))}
		s.XYs = append(s.XYs, at)
		p.Y.Min, p.Y.Max = min(p.Y.Min, at.Y), max(p.Y.Max, at.Y)
	}
	p.Add(&plotter.Line{XYs: plotter.XYs{{X: -reach, Y: -reach}, {X: reach, Y: reach}}, LineStyle: draw.LineStyle{Color: accent, Width: vg.Points(1.2), Dashes: dashes}}, s)
	p.X.Min, p.X.Max = -reach, reach
	return p
}

// row returns a figure of plots side by side, under a title if it is not "".
func row(title string, plots []*plot.Plot) *Figure {
	const width, height = 9.5 * vg.Centimeter, 8.5 * vg.Centimeter
	head := vg.Length(0)
	if title != "" {
		head = vg.Centimeter
	}
	return &Figure{vg.Length(len(plots)) * width, height + head, func(c draw.Canvas) {
		c.FillText(style(titleSize, ink, draw.XCenter, draw.YCenter), vg.Point{X: c.Center().X, Y: c.Max.Y - head/2}, title)
		for i, p := range plots {
			p.X.Padding, p.Y.Padding = 0, 0
			p.X.Tick.Marker, p.Y.Tick.Marker = shortTicks{}, shortTicks{}
			x := c.Min.X + vg.Length(i)*width
			cell := draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{Min: vg.Point{X: x, Y: c.Min.Y}, Max: vg.Point{X: x + width, Y: c.Max.Y - head}}}
			p.Draw(draw.Crop(cell, 0.3*vg.Centimeter, -0.4*vg.Centimeter, 0.3*vg.Centimeter, -0.3*vg.Centimeter))
		}
	}}
}
