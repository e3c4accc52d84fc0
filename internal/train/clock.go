package train

import (
	"bytes"
	"encoding/csv"
	"path/filepath"
	"strconv"
	"time"

	"rummygym/internal/safefile"
)

// SecondsFile is the file of a run that says how long it took: for each row of metrics the step, the seconds that the
// run has taken until then, and the time, in seconds since 1970.
const SecondsFile = "seconds.csv"

// clock knows when the rows of metrics were completed.
type clock struct {
	begun  time.Time
	before float64     // seconds before the run was resumed
	rows   [][]float64 // as in the file
}

// add adds the row that was completed after a step.
func (c *clock) add(step int64) {
	now := time.Now()
	c.rows = append(c.rows, []float64{float64(step), c.before + now.Sub(c.begun).Seconds(), float64(now.UnixMilli()) / 1000})
}

// times returns the times of the rows by step.
func (c *clock) times() map[int64]float64 {
	times := map[int64]float64{}
	for _, row := range c.rows {
		times[int64(row[0])] = row[2]
	}
	return times
}

// write writes the file for the rows of metrics.
func (c *clock) write(dir string, metrics [][]float64) error {
	rows := c.rows
	for len(rows) > 0 && (len(metrics) == 0 || rows[len(rows)-1][0] > metrics[len(metrics)-1][0]) {
		rows = rows[:len(rows)-1]
	}
	return safefile.Write(filepath.Join(dir, SecondsFile), appendCSV(nil, []string{"step", "seconds", "time"}, rows))
}

// read reads the rows of the file up to a step. A file that is missing or damaged has none: nothing else depends on it.
func (c *clock) read(dir string, step int64) {
	data, _ := safefile.ReadAll(filepath.Join(dir, SecondsFile), 1<<26)
	lines, _ := csv.NewReader(bytes.NewReader(data)).ReadAll()
	for _, line := range lines {
		row := make([]float64, len(line))
		ok := len(line) == 3
		for i, word := range line {
			v, err := strconv.ParseFloat(word, 64)
			row[i], ok = v, ok && err == nil
		}
		if ok && row[0] <= float64(step) {
			c.rows, c.before = append(c.rows, row), row[1]
		}
	}
}
