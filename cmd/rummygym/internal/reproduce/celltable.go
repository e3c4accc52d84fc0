package reproduce

import (
	"fmt"
	"math"
	"strconv"

	"rummygym/arena/stats"
	"rummygym/table"
)

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
		for to = from + 1; to < len(trainings) && sameCell(&trainings[from], &trainings[to]); to++ {
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

// sameCell reports whether two rows are trainings of the same network.
func sameCell(a, b *row) bool {
	return a.Table == b.Table && a.Set == b.Set && a.Network == b.Network
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
