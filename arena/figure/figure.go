// Package figure draws the figures of saha2025mindist: the win rates and rounds of a
// tournament (Figs. 5 and 6), MinScore and MinDist of random hands (Figs. 1 to 3), and the
// states of the program that computes MinScore (Fig. 4); the scores, losses and residuals of
// truong2021datadriven (Figs. 2, 4 and 5); and who beats whom in a tournament, Fig. 2 of
// goldman2021evaluating ([Domination]). It also draws tunings ([Tuning]), ratings ([Ladder]) and the metrics of training runs ([Curves]).
//
// Start from [WinRates] or another function that returns a [Figure], and from [Save]:
//
//	paths, err := figure.Save("plots", "win-rates", figure.WinRates(summary))
//
// The line below a figure of games says what was measured: the rules, the games, the seed, and the errors.
// Equal data give equal bytes.
package figure

import (
	"bytes"
	"fmt"
	"html"
	"image/color"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"rummygym/arena"
	"rummygym/internal/safefile"
)

// dotsPerInch is the resolution of PNG files.
const dotsPerInch = 150

// Figure is a drawing of fixed size.
type Figure struct {
	Width, Height vg.Length
	draw          func(draw.Canvas)
}

// Captioned returns the figure with a line of text below it, which says what was measured: the
// games, the rules, the errors.
func (f *Figure) Captioned(caption string) *Figure {
	words := style(tickSize, ink, text.XCenter, text.YCenter)
	width := max(f.Width, words.Width(caption)*1.25+2*edge) // some viewers have a wider font
	return &Figure{width, f.Height + lineHeight, func(c draw.Canvas) {
		c.FillText(words, vg.Point{X: c.Center().X, Y: c.Min.Y + lineHeight/2}, caption)
		left := (width - f.Width) / 2
		f.draw(draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{Min: vg.Point{X: c.Min.X + left, Y: c.Min.Y + lineHeight}, Max: vg.Point{X: c.Max.X - left, Y: c.Max.Y}}})
	}}
}

// measured returns a caption: the rules, the games, the seed, and what the errors are.
func measured(s *arena.Setup, games, errors string) string {
	return fmt.Sprintf("Rules %s, %s, seed %d; %s", s.Rules, games, s.Seed, errors)
}

// short returns the names of agents without the hashes of their networks, or as they are if two would be equal.
func short(agents []string) []string {
	names := make([]string, len(agents))
	for i, a := range agents {
		names[i] = hash.ReplaceAllString(a, "")
	}
	if len(slices.Compact(slices.Sorted(slices.Values(names)))) < len(agents) {
		return agents
	}
	return names
}

var hash = regexp.MustCompile(`@[0-9a-f]{12}`)

// largest returns the largest of standard errors that are known, or 0.
func largest(errors []float64) float64 {
	most := 0.0
	for _, se := range errors {
		if !math.IsNaN(se) {
			most = max(most, se)
		}
	}
	return most
}

// PNG returns the figure as a PNG image.
func (f *Figure) PNG() ([]byte, error) {
	c := vgimg.NewWith(vgimg.UseWH(f.Width, f.Height), vgimg.UseDPI(dotsPerInch), vgimg.UseBackgroundColor(color.White))
	f.draw(draw.New(c))
	var b bytes.Buffer
	if _, err := (vgimg.PngCanvas{Canvas: c}).WriteTo(&b); err != nil {
		return nil, fmt.Errorf("figure: %w", err)
	}
	return b.Bytes(), nil
}

// SVG returns the figure as an SVG document.
func (f *Figure) SVG() ([]byte, error) {
	c := vgsvg.NewWith(vgsvg.UseWH(f.Width, f.Height))
	f.draw(draw.New(c))
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return nil, fmt.Errorf("figure: %w", err)
	}
	// Viewers without the font use one with the same character widths, or squeeze another.
	doc := bytes.ReplaceAll(b.Bytes(), []byte("font-family:Liberation Sans"),
		[]byte("font-family:Liberation Sans, Arial, Helvetica, sans-serif"))
	doc = svgText.ReplaceAllFunc(doc, func(element []byte) []byte {
		m := svgText.FindSubmatch(element)
		size, err := strconv.ParseFloat(string(m[2]), 64)
		if err != nil || len(m[3]) == 0 {
			return element
		}
		width := style(vg.Length(size), ink, text.XLeft, text.YBottom).Width(html.UnescapeString(string(m[3])))
		return fmt.Appendf(nil, "<text textLength=\"%.1f\" lengthAdjust=\"spacingAndGlyphs\" %s>%s</text>", width.Points(), m[1], m[3])
	})
	return bytes.Replace(doc, []byte("<g "), []byte(darkScheme+"<g "), 1), nil
}

// svgText matches a text of an SVG document: its attributes, in them the size, and the words.
var svgText = regexp.MustCompile(`<text ([^>]*font-size:([0-9.]+)px[^>]*)>([^<]*)</text>`)

// darkScheme is the style sheet of SVG documents. Browsers with a dark scheme turn ink, lines and
// paper; the text on coloured cells has a colour of its own and stays. Other viewers show the figure
// on white.
const darkScheme = `<style>
svg { background: #FFFFFF }
@media (prefers-color-scheme: dark) {
  svg { background: #16191D }
  [style*="fill:#222222"] { fill: #E4E6E8 !important }
  [style*="stroke:#222222"] { stroke: #E4E6E8 !important }
  [style*="stroke:#D8D8D8"] { stroke: #3B4147 !important }
  [style*="stroke:#FFFFFF"] { stroke: #16191D !important }
  path[style*="fill:#FFFFFF"] { fill: #16191D !important }
}
</style>
`

// Save writes name.png and name.svg to the folder dir and returns their paths. It creates
// the folder if it does not exist.
func Save(dir, name string, f *Figure) ([]string, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("figure: %w", err)
	}
	var paths []string
	for _, form := range []struct {
		suffix string
		data   func() ([]byte, error)
	}{{".png", f.PNG}, {".svg", f.SVG}} {
		data, err := form.data()
		if err != nil {
			return paths, err
		}
		path := filepath.Join(dir, name+form.suffix)
		if err := safefile.Write(path, data); err != nil {
			return paths, fmt.Errorf("figure: %w", err)
		}
		paths = append(paths, path)
	}
	return paths, nil
}

// Named is a figure and the base name of its files.
type Named struct {
	Name string
	*Figure
}

// Named returns the figure with the base name of its files.
func (f *Figure) Named(name string) Named { return Named{name, f} }

// SaveAll saves figures in the folder dir as [Save] does, and writes the paths of each to log.
func SaveAll(log io.Writer, dir string, figures ...Named) error {
	for _, f := range figures {
		paths, err := Save(dir, f.Name, f.Figure)
		if err != nil {
			return err
		}
		fmt.Fprintln(log, "wrote", strings.Join(paths, " and "))
	}
	return nil
}

// The colours of the figures.
var (
	ink    = color.Gray{0x22}
	onCell = color.Gray{0x21} // of text on a coloured cell, in any scheme
	faint  = color.Gray{0xd8}
	bar    = color.RGBA{0x3b, 0x6f, 0xa8, 0xff}
	accent = color.RGBA{0xb0, 0x3a, 0x2e, 0xff}
)

const (
	titleSize = font.Length(13)
	labelSize = font.Length(11)
	tickSize  = font.Length(10)
)

// fonts sets text in Liberation Sans, independent of the default of package plot.
var fonts = text.Plain{Fonts: font.NewCache(liberation.Collection())}

// style returns a text style.
func style(size font.Length, c color.Color, x text.XAlignment, y text.YAlignment) text.Style {
	return text.Style{
		Color: c, Font: font.Font{Typeface: "Liberation", Variant: "Sans", Size: size},
		XAlign: x, YAlign: y, Handler: fonts,
	}
}

// newPlot returns an empty plot in the style of the figures.
func newPlot(title, x, y string) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = color.White
	p.Title.Text = title
	p.Title.Padding = 0.3 * vg.Centimeter
	dress(&p.Title.TextStyle, titleSize)
	for _, a := range []struct {
		axis  *plot.Axis
		label string
	}{{&p.X, x}, {&p.Y, y}} {
		a.axis.Label.Text = a.label
		a.axis.Label.Padding = 0.15 * vg.Centimeter
		a.axis.Color, a.axis.Tick.LineStyle.Color = ink, ink
		a.axis.Tick.Length = vg.Points(4)
		dress(&a.axis.Label.TextStyle, labelSize)
		dress(&a.axis.Tick.Label, tickSize)
	}
	return p
}

// dress sets the font and colour of a style to those of the figures. It keeps the
// alignment and rotation.
func dress(s *text.Style, size font.Length) {
	own := style(size, ink, s.XAlign, s.YAlign)
	own.Rotation = s.Rotation
	*s = own
}
