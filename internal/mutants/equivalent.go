package main

import (
	"fmt"
	"os"
	"strings"
)

// An equivalent is a mutant that no test can kill, and why. It names the mutant by the text of its line,
// so that it holds when the line moves.
type equivalent struct {
	file, text, mutated, argument string
	line                          int // in the file that lists it
	used                          bool
}

// readEquivalents reads a file of paragraphs of four lines: a file of the module, a line of it, the same
// line with the mutation, and the argument why both do the same. Lines that begin with # are comments.
func readEquivalents(path string) (all []*equivalent, err error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var lines []string
	begin := 0
	for n, line := range strings.Split(string(data)+"\n", "\n") {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "#"):
		case line != "":
			if len(lines) == 0 {
				begin = n + 1
			}
			lines = append(lines, line)
		case len(lines) == 4:
			all = append(all, &equivalent{file: lines[0], text: lines[1], mutated: lines[2], argument: lines[3], line: begin})
			lines = nil
		case len(lines) > 0:
			return nil, fmt.Errorf("%s:%d: a paragraph of %d lines: want a file, a line of it, the mutated line and an argument", path, begin, len(lines))
		}
	}
	return all, nil
}

// argued returns the entry that lists mutant m of the package, or nil.
func argued(all []*equivalent, pkg string, m mutant) *equivalent {
	for _, e := range all {
		if e.file == pkg+"/"+m.File && e.text == m.Text && e.mutated == m.Mutated {
			return e
		}
	}
	return nil
}
