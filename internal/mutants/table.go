package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"rummygym/internal/page"
)

// A count is the number of mutants of a package by how they ended.
type count struct {
	pkg, date                                     string
	mutants, killed, timedOut, lived, equivalents int
}

// covered returns the number of mutants whose code a test runs.
func (c count) covered() int { return c.killed + c.timedOut + c.lived + c.equivalents }

// share returns the percentage of the covered mutants that were killed, of those that can be.
func (c count) share() float64 {
	dead := c.killed + c.timedOut
	if dead+c.lived == 0 {
		return 100
	}
	return 100 * float64(dead) / float64(dead+c.lived)
}

// row returns the package's row of the table.
func (c count) row() string {
	return fmt.Sprintf("| `%s` | %s | %d | %d | %d | %d | %d | %d | %.1f %% |\n",
		c.pkg, c.date, c.mutants, c.covered(), c.killed, c.timedOut, c.equivalents, c.lived, c.share())
}

const head = `| package | date | mutants | covered | killed | timed out | equivalent | lived | killed of the covered |
|---|---|--:|--:|--:|--:|--:|--:|--:|
`

// table returns the table in Markdown.
func table(counts []count) string {
	text := head
	for _, c := range counts {
		text += c.row()
	}
	return text
}

// merge puts the rows of the packages into the table in the Markdown file at path, in order. Rows of
// other packages stay.
func merge(path string, counts []count) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	const begin = "<!-- begin mutants -->\n"
	_, old, found := strings.Cut(string(text), begin+head)
	if !found && !strings.Contains(string(text), begin+"<!-- end mutants -->") {
		return fmt.Errorf("%s: there is no table that begins with %q, whose rows could be kept: change its heading by hand, or remove the table", path, strings.Split(head, "\n")[0])
	}
	old, _, _ = strings.Cut(old, "<!-- end mutants -->")
	rows := slices.DeleteFunc(slices.Collect(strings.Lines(old)), func(row string) bool {
		return slices.ContainsFunc(counts, func(c count) bool { return name(row) == name(c.row()) })
	})
	for _, c := range counts {
		rows = append(rows, c.row())
	}
	slices.SortFunc(rows, func(a, b string) int { return strings.Compare(name(a), name(b)) })
	return page.Rewrite(path, "mutants", head+strings.Join(rows, ""))
}

// name returns the package of a row.
func name(row string) string {
	_, name, _ := strings.Cut(row, "`")
	name, _, _ = strings.Cut(name, "`")
	return name
}
