package report

import (
	"bufio"
	"fmt"
	"slices"
	"strings"

	"rummygym/arena"
)

// shortNames holds how text tables call outside programs, whose names are whole commands: "exec:" and the name that the
// program gives itself. Other formats have the full names.
type shortNames map[string]string

// shortNamesOf returns the short names of the agents of a setup: none for a program without a name, or with that of another.
func shortNamesOf(s *arena.Setup) shortNames {
	short, count := shortNames{}, map[string]int{}
	for _, title := range s.Titles {
		count[title]++
	}
	for i, title := range s.Titles {
		if title != "" && count[title] == 1 {
			short[s.Agents[i]] = "exec:" + title
		}
	}
	return short
}

// of returns the name by which tables call an agent. It may be several, joined as in [arena.EvaluationRow].
func (short shortNames) of(name string) string {
	parts := strings.Split(name, " + ")
	for i, part := range parts {
		if s, ok := short[part]; ok {
			parts[i] = s
		}
	}
	return strings.Join(parts, " + ")
}

// each returns the names by which tables call agents.
func (short shortNames) each(names []string) []string {
	names = slices.Clone(names)
	for i, name := range names {
		names[i] = short.of(name)
	}
	return names
}

// write says which agents the short names are.
func (short shortNames) write(out *bufio.Writer, s *arena.Setup) {
	before := "\n"
	for _, name := range s.Agents {
		if s, ok := short[name]; ok {
			fmt.Fprintf(out, "%s%s is %s\n", before, s, name)
			before = ""
		}
	}
}

// summary returns a copy of a summary for text tables.
func (short shortNames) summary(s *arena.Summary) *arena.Summary {
	c, res := *s, *s.Result
	c.Result, res.Agents = &res, short.each(res.Agents)
	c.Players, c.Pairs = slices.Clone(s.Players), slices.Clone(s.Pairs)
	for i := range c.Players {
		c.Players[i].Name = short.of(c.Players[i].Name)
	}
	for i := range c.Pairs {
		c.Pairs[i].Names = short.each(c.Pairs[i].Names)
	}
	if s.Against != nil {
		c.Against = &arena.Against{Opponent: short.of(s.Against.Opponent), Rows: slices.Clone(s.Against.Rows)}
		for i := range c.Against.Rows {
			c.Against.Rows[i].Name = short.of(c.Against.Rows[i].Name)
		}
	}
	return &c
}

// evaluation returns a copy of an evaluation for text tables.
func (short shortNames) evaluation(e *arena.Evaluation) *arena.Evaluation {
	c := *e
	c.Agent, c.Rows = short.of(e.Agent), slices.Clone(e.Rows)
	for i := range c.Rows {
		c.Rows[i].Opponent = short.of(c.Rows[i].Opponent)
	}
	return &c
}

// rating returns a copy of a rating for text tables.
func (short shortNames) rating(r *arena.Rating) *arena.Rating {
	c := *r
	c.Anchor, c.Rows = short.of(r.Anchor), slices.Clone(r.Rows)
	for i := range c.Rows {
		c.Rows[i].Name = short.of(c.Rows[i].Name)
	}
	return &c
}
