// Package figure draws results as SVG files with gonum/plot. There are three kinds of figures: rows with intervals
// ([NewRows]), a matrix of shares ([NewMatrix]), and curves ([NewCurves]).
//
// Start from a function that draws the result of a command, such as [Tournament], and from [Save]:
//
//	err := figure.Save(os.Stdout, "plots", figure.Tournament(summary)...)
//
// The lines below the title say what was measured: the rules, the games, the seed and the errors.
// Equal data give equal bytes. The figures of the papers are in the notebooks.
package figure

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/palette/brewer"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"rummygym/internal/safefile"
)

// margin is the space around the title and the panels.
const margin = 4 * vg.Millimeter

// Figure is a drawing: panels below a title.
type Figure struct {
	Name string // of its file, without the folder and ".svg"

	title         string // one or more lines
	panels        [][]*plot.Plot
	width, height vg.Length // of all panels together
}

// SVG returns the figure as an SVG document.
func (f *Figure) SVG() ([]byte, error) {
	title := newPlot("").Title.TextStyle
	head := title.Height(f.title) + 2*margin
	c := vgsvg.New(max(f.width, title.Width(f.title))+2*margin, head+f.height+margin)
	all := draw.New(c)
	all.SetColor(newPlot("").BackgroundColor)
	all.Fill(all.Rectangle.Path())
	all.FillText(title, vg.Point{X: all.Center().X, Y: all.Max.Y - margin}, f.title)
	tiles := draw.Tiles{
		Rows: len(f.panels), PadX: 2 * margin, PadY: 2 * margin,
		PadTop: head, PadBottom: margin, PadLeft: margin, PadRight: margin,
	}
	for _, row := range f.panels {
		tiles.Cols = len(row)
	}
	for i, row := range plot.Align(f.panels, tiles, all) {
		for j, cell := range row {
			if p := f.panels[i][j]; p != nil {
				p.Draw(cell)
			}
		}
	}
	var doc bytes.Buffer
	if _, err := c.WriteTo(&doc); err != nil {
		return nil, fmt.Errorf("figure: %w", err)
	}
	return words.ReplaceAllFunc(doc.Bytes(), func(element []byte) []byte {
		m := words.FindSubmatch(element)
		size, _ := strconv.ParseFloat(string(m[3]), 64) // the expression matches a number
		title.Font.Size = vg.Length(size)
		width := title.Width(html.UnescapeString(string(m[4])))
		return fmt.Appendf(nil, `<text textLength="%.1f" lengthAdjust="spacingAndGlyphs"%s, Arial, Helvetica, sans-serif%s>%s<`, width, m[1], m[2], m[4])
	}), nil
}

// words matches a text of an SVG document. Where viewers do not have the font, they use one of the same widths, or squeeze another.
var words = regexp.MustCompile(`<text([^>]*font-family:Liberation Sans)([^>]*font-size:([0-9.]+)px[^>]*)>([^<]+)<`)

// Save writes the figures to the folder dir, which it creates if necessary, and the paths of the files to log.
func Save(log io.Writer, dir string, figures ...*Figure) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("figure: %w", err)
	}
	for _, f := range figures {
		doc, err := f.SVG()
		if err != nil {
			return err
		}
		path := filepath.Join(dir, f.Name+".svg")
		if err := safefile.Write(path, doc); err != nil {
			return fmt.Errorf("figure: %w", err)
		}
		fmt.Fprintln(log, "wrote", path)
	}
	return nil
}

// newPlot returns an empty plot with a title, in a font without serifs.
func newPlot(title string) *plot.Plot {
	p := plot.New()
	p.Title.Text, p.Title.Padding, p.Legend.Padding = title, vg.Points(4), vg.Points(3)
	p.X.Tick.Length, p.Y.Tick.Length = vg.Points(4), vg.Points(4)
	for _, s := range []*text.Style{
		&p.Title.TextStyle, &p.X.Label.TextStyle, &p.Y.Label.TextStyle, &p.X.Tick.Label, &p.Y.Tick.Label, &p.Legend.TextStyle,
	} {
		s.Font.Variant = "Sans"
	}
	p.Legend.TextStyle.Font.Size = p.X.Tick.Label.Font.Size
	p.X.Tick.Marker = plot.TickerFunc(func(low, high float64) []plot.Tick {
		ticks := plot.DefaultTicks{}.Ticks(low, high)
		for i := range ticks {
			if !ticks[i].IsMinor() {
				ticks[i].Label = strconv.FormatFloat(ticks[i].Value, 'g', 6, 64) // without zeros at the end
			}
		}
		return ticks
	})
	p.Y.Tick.Marker = p.X.Tick.Marker
	return p
}

// longest returns the width of the longest of texts in a style.
func longest(s text.Style, texts []string) (width vg.Length) {
	for _, t := range texts {
		width = max(width, s.Width(t))
	}
	return width
}

// lineStyle returns the style of line i of a panel. Lines differ by colour and by dashes.
func lineStyle(i int) draw.LineStyle {
	colours := brewer.Dark2[8].Colors()
	return draw.LineStyle{Color: colours[i%len(colours)], Width: vg.Points(1.2), Dashes: plotutil.Dashes(i)}
}

// dotStyle returns the style of the dots of line i.
func dotStyle(i int) draw.GlyphStyle {
	return draw.GlyphStyle{Color: lineStyle(i).Color, Radius: vg.Points(2.2), Shape: draw.CircleGlyph{}}
}
