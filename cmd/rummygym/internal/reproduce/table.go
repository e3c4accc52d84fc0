package reproduce

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"

	"rummygym/arena/stats"
	"rummygym/table"
	"rummygym/train"
)

// cell is a row of Table 1 of truong2021datadriven, or of the rows that follow it.
type cell struct {
	table     string // "1a", "1b", "1c", "text" or ""
	set       string
	network   string
	augmented bool
	agent     string // spec
	seed      uint64 // of the training, 0 for that of the run

	// The paper's losses in points² and win rate in percent with its half interval of
	// confidence 90 %; NaN where it has none.
	trainLoss, validLoss, win, half float64
}

// run returns the name of the cell's run and result.
func (c cell) run() string {
	name := c.set
	if c.augmented {
		name += "-a"
	}
	if c.network != "" {
		name += "/" + c.network
	}
	if c.seed != 0 {
		name += fmt.Sprint("-seed-", c.seed)
	}
	return name
}

// paperCells returns the cells of Table 1 of truong2021datadriven.
func paperCells() []cell {
	const mlp, mlpI, di, di16 = "mlp", "mlp-i", "dual-inception", "dual-inception-16"
	return []cell{
		{"1a", "simple", mlp, false, "", 0, 87.4, 87.7, 42.9, 0.8},
		{"1a", "simple", mlpI, false, "", 0, 90.8, 91.4, 43.6, 0.8},
		{"1a", "simple", di, false, "", 0, 79.1, 79.8, 45.8, 0.8},
		{"1a", "random-16", mlp, false, "", 0, 159.0, 159.4, 44.0, 0.8},
		{"1a", "random-16", mlpI, false, "", 0, 149.2, 150.0, 42.3, 0.8},
		{"1a", "random-16", di, false, "", 0, 83.0, 83.0, 50.1, 0.8},
		{"1a", "random-256", mlp, false, "", 0, 106.1, 107.4, 48.1, 0.8},
		{"1a", "random-256", mlpI, false, "", 0, 106.4, 107.8, 45.8, 0.7},
		{"1a", "random-256", di, false, "", 0, 74.8, 75.7, 55.4, 0.8},
		{"1b", "simple-all", mlp, false, "", 0, 153.7, 154.5, 34.3, 0.7},
		{"1b", "simple-all", mlpI, false, "", 0, 153.5, 155.7, 29.3, 0.6},
		{"1b", "simple-all", di, false, "", 0, 144.1, 146.5, 19.7, 0.6},
		{"1c", "random-16", di, true, "", 0, 181.7, 181.4, 42.8, 0.8},
		{"1c", "random-16", di16, true, "", 0, 132.6, 132.0, 51.2, 0.8},
	}
}

// otherCells returns the rows after Table 1: the late knock of the paper's text, and players
// that it announces.
func (p *plan) otherCells() []cell {
	none := math.NaN()
	best := dataDriven(p.player())
	return []cell{
		{"text", "late-knock", "", false, "late-knock", 0, none, none, 70.1, 0.75},
		{"", "simple-player", "", false, "simple", 0, none, none, none, none},
		{"", "random-player", "", false, "random-unmelded", 0, none, none, none, none},
		{"", "defence-alone", "", false, "data-driven:offence=off", 0, none, none, none, none},
		{"", "joined", "", false, best + ":defence=" + strconv.FormatFloat(p.with.Defence, 'g', -1, 64), 0, none, none, none, none},
		{"", "all-suits", "", false, best + ":symmetry=average", 0, none, none, none, none},
	}
}

// row is a row of the printed table. Numbers that do not exist are nil.
type row struct {
	Table          string   `json:"table"`
	Set            string   `json:"set"`
	Network        string   `json:"network"`
	Seed           uint64   `json:"seed"`
	Agent          string   `json:"agent"`
	TrainLoss      *float64 `json:"train_loss"`
	ValidLoss      *float64 `json:"valid_loss"`
	Matches        int      `json:"matches"`
	WinRate        float64  `json:"win_rate"`
	Low            float64  `json:"win_rate_low"`
	High           float64  `json:"win_rate_high"`
	PaperTrainLoss *float64 `json:"paper_train_loss"`
	PaperValidLoss *float64 `json:"paper_valid_loss"`
	PaperWinRate   *float64 `json:"paper_win_rate"`
	PaperHalf      *float64 `json:"paper_half_interval"`
}

// rowView returns the printed table.
func rowView() *table.View[row] {
	var v table.View[row]
	v.Add(func(r *row) []string {
		return []string{
			r.Table, r.Set, r.Network, strconv.FormatUint(r.Seed, 10), number(r.TrainLoss, 1), number(r.ValidLoss, 1),
			fmt.Sprintf("%.3f", r.WinRate), fmt.Sprintf("%.3f–%.3f", r.Low, r.High),
			number(r.PaperTrainLoss, 1), number(r.PaperValidLoss, 1), number(r.PaperWinRate, 3), around(r.PaperWinRate, r.PaperHalf),
		}
	}, "table", "set", "network", "seed", "train loss", "valid loss", "win rate", "90 %", "paper: train", "valid", "win rate", "90 %")
	return &v
}

// number returns the text of a number with some decimals, "" for nil.
func number(x *float64, decimals int) string {
	if x == nil {
		return ""
	}
	return strconv.FormatFloat(*x, 'f', decimals, 64)
}

// around returns the text of an interval, "" for nil.
func around(x, half *float64) string {
	if x == nil {
		return ""
	}
	return fmt.Sprintf("%.3f–%.3f", *x-*half, *x+*half)
}

// rows returns the table of a run whose steps have ended.
func (p *plan) rows() ([]row, error) {
	var rows []row
	for _, c := range p.cells {
		r := row{Table: c.table, Set: c.set, Network: c.network, Seed: max(c.seed, p.with.Seed), Agent: c.agent, PaperTrainLoss: known(c.trainLoss), PaperValidLoss: known(c.validLoss),
			PaperWinRate: known(c.win / 100), PaperHalf: known(c.half / 100)}
		if c.augmented {
			r.Set += "-a"
		}
		if err := readResult(&r, p.result(c.run())); err != nil {
			return nil, err
		}
		if c.network != "" {
			if err := readLosses(&r, p.network(c.run())); err != nil {
				return nil, err
			}
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// known returns the address of x, or nil for NaN and 0.
func known(x float64) *float64 {
	if x == 0 {
		return nil
	}
	return defined(x)
}

// defined returns the address of x, or nil for NaN.
func defined(x float64) *float64 {
	if math.IsNaN(x) {
		return nil
	}
	return &x
}

// readResult reads the result of eval at path.
func readResult(r *row, path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var result struct {
		Rows []struct {
			Games   int     `json:"games"`
			WinRate float64 `json:"win_rate"`
		} `json:"rows"`
	}
	if err := json.Unmarshal(text, &result); err != nil || len(result.Rows) != 1 {
		return errors.Join(err, fmt.Errorf("%s: %d rows of results, want 1: delete the file and run the command again", path, len(result.Rows)))
	}
	r.Matches, r.WinRate = result.Rows[0].Games, result.Rows[0].WinRate
	i := stats.Proportion{Successes: int(math.Round(r.WinRate * float64(r.Matches))), Trials: r.Matches}.Wilson(0.9)
	r.Low, r.High = i.Low, i.High
	return nil
}

// readLosses reads the losses of the last epoch of the run in a folder.
func readLosses(r *row, dir string) error {
	m, err := train.ReadMetrics(dir)
	if err != nil {
		return err
	}
	if len(m.Rows) == 0 {
		return fmt.Errorf("%s: no metrics: want a row for each epoch", dir)
	}
	for i, name := range m.Columns {
		switch x := &m.Rows[len(m.Rows)-1][i]; name {
		case "loss":
			r.TrainLoss = x
		case "validation/loss":
			r.ValidLoss = x
		}
	}
	return nil
}

// cellRow is a row of the table of cells: all trainings of one network. Numbers that do not
// exist are nil, such as the standard deviation of one training.
type cellRow struct {
	Table          string   `json:"table"`
	Set            string   `json:"set"`
	Network        string   `json:"network"`
	Trainings      int      `json:"trainings"`
	ValidLoss      *float64 `json:"valid_loss"` // mean
	ValidLossSD    *float64 `json:"valid_loss_sd"`
	Matches        int      `json:"matches"`  // of each training
	WinRate        float64  `json:"win_rate"` // mean
	SD             *float64 `json:"win_rate_sd"`
	Min            float64  `json:"win_rate_min"`
	Max            float64  `json:"win_rate_max"`
	Best           uint64   `json:"best_seed"` // seed of Max
	PaperValidLoss *float64 `json:"paper_valid_loss"`
	PaperWinRate   *float64 `json:"paper_win_rate"`
	PaperHalf      *float64 `json:"paper_half_interval"`
	P              *float64 `json:"p"` // of PaperWinRate as a further training
	Verdict        string   `json:"verdict"`
}

// cellView returns the printed table of cells.
func cellView() *table.View[cellRow] {
	var v table.View[cellRow]
	v.Add(func(r *cellRow) []string {
		return []string{
			r.Table, r.Set, r.Network, strconv.Itoa(r.Trainings), number(r.ValidLoss, 1), number(r.ValidLossSD, 1),
			fmt.Sprintf("%.3f", r.WinRate), number(r.SD, 3), fmt.Sprintf("%.3f", r.Min), fmt.Sprintf("%.3f", r.Max), strconv.FormatUint(r.Best, 10),
			number(r.PaperValidLoss, 1), number(r.PaperWinRate, 3), around(r.PaperWinRate, r.PaperHalf), number(r.P, 4), r.Verdict,
		}
	}, "table", "set", "network", "trainings", "valid loss", "s.d.", "win rate", "s.d.", "min", "max", "best seed", "paper: valid", "win rate", "90 %", "p", "verdict")
	return &v
}

// level is the probability that any verdict of the table of cells is "below" or "above" though
// the paper's trainings are as ours.
const level = 0.05

// cellRows returns a row for each cell from the rows of its trainings, which follow each other.
func cellRows(trainings []row) []cellRow {
	var cells []cellRow
	for from, to := 0, 0; from < len(trainings); from = to {
		a := &trainings[from]
		for to = from + 1; to < len(trainings) && a.Table == trainings[to].Table && a.Set == trainings[to].Set && a.Network == trainings[to].Network; to++ {
		}
		cells = append(cells, newCellRow(trainings[from:to]))
	}
	p := make([]float64, len(cells))
	for i, c := range cells {
		p[i] = math.NaN() // not in Table 1
		if c.P != nil {
			p[i] = *c.P
		}
	}
	for i, p := range stats.Holm(p) {
		switch c := &cells[i]; {
		case math.IsNaN(p):
		case p >= level:
			c.Verdict = "within"
		case c.WinRate < *c.PaperWinRate:
			c.Verdict = "below"
		default:
			c.Verdict = "above"
		}
	}
	return cells
}

// newCellRow returns the row of a cell, without its verdict.
func newCellRow(trainings []row) cellRow {
	first := trainings[0]
	c := cellRow{Table: first.Table, Set: first.Set, Network: first.Network, Trainings: len(trainings), Matches: first.Matches,
		PaperValidLoss: first.PaperValidLoss, PaperWinRate: first.PaperWinRate, PaperHalf: first.PaperHalf,
		Min: math.Inf(1), Max: math.Inf(-1)}
	var rates, losses []float64
	for _, t := range trainings {
		rates = append(rates, t.WinRate)
		c.Min = min(c.Min, t.WinRate)
		if t.WinRate > c.Max {
			c.Max, c.Best = t.WinRate, t.Seed
		}
		if t.ValidLoss != nil {
			losses = append(losses, *t.ValidLoss)
		}
	}
	rate, loss := stats.DistributionOf(rates), stats.DistributionOf(losses)
	c.WinRate, c.SD, c.ValidLoss, c.ValidLossSD = rate.Mean, defined(rate.SD), defined(loss.Mean), defined(loss.SD)
	if c.PaperWinRate != nil {
		c.P = defined(stats.TestFurther(rates, *c.PaperWinRate).P)
	}
	return c
}
