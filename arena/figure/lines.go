package figure

import (
	"fmt"
	"image/color"
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
)

// palette is the colours of lines that are told apart by colour.
var palette = []color.Color{bar, accent, color.RGBA{0x2e, 0x7d, 0x4f, 0xff}, color.RGBA{0xc7, 0x7d, 0x1e, 0xff}, color.RGBA{0x6f, 0x4a, 0x9e, 0xff}, color.RGBA{0x4a, 0x4a, 0x4a, 0xff}}

// dashes is the pattern of dashed lines.
var dashes = []vg.Length{vg.Points(5), vg.Points(3)}

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
