//go:build linux

package main

import (
	"cmp"
	"fmt"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"
)

// table returns the table in Markdown, and below it the reasons of the cases that ended badly.
func (c *campaign) table(took time.Duration) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, seed %d, %v on %d cores.\n\n", time.Now().UTC().Format(time.DateOnly), c.lab.seed, took.Round(time.Second), runtime.NumCPU())
	fmt.Fprintf(&b, "| attack | cases | %s |\n|---|--:%s|\n", strings.Join(headings[:], " | "), strings.Repeat("|--:", int(endings)))
	var total [endings]int
	for _, a := range c.attacks {
		row(&b, a.name, a.ended)
		for i, n := range a.ended {
			total[i] += n
		}
	}
	row(&b, "all", total)
	if len(c.failures) == 0 {
		return b.String()
	}
	type reason struct {
		attack, why string
		cases       []int
	}
	var reasons []*reason
	for _, f := range c.failures {
		why := digits.ReplaceAllString(f.why, "#")
		i := slices.IndexFunc(reasons, func(r *reason) bool { return r.attack == f.attack && r.why == why })
		if i < 0 {
			i = len(reasons)
			reasons = append(reasons, &reason{attack: f.attack, why: why})
		}
		reasons[i].cases = append(reasons[i].cases, f.n)
	}
	slices.SortFunc(reasons, func(a, b *reason) int {
		return cmp.Or(cmp.Compare(a.attack, b.attack), -cmp.Compare(len(a.cases), len(b.cases)))
	})
	b.WriteString("\nNever:\n\n")
	for _, r := range reasons {
		fmt.Fprintf(&b, "- %s, %d times, first case %d: %s\n", r.attack, len(r.cases), slices.Min(r.cases), r.why)
	}
	return b.String()
}

// digits matches what differs between two cases with the same reason.
var digits = regexp.MustCompile(`0x[0-9a-f]+|[0-9]+`)

func row(b *strings.Builder, name string, ended [endings]int) {
	cases := 0
	for _, n := range ended {
		cases += n
	}
	fmt.Fprintf(b, "| %s | %d |", name, cases)
	for _, n := range ended {
		fmt.Fprintf(b, " %d |", n)
	}
	b.WriteString("\n")
}
