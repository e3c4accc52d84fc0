package arena

import (
	"errors"
	"fmt"
	"strings"
)

// Part is one of several shares of the games of a tournament, which are played on their own and
// then merged. Of the games of each lineup, n in all, part k of m has those numbered from
// n(k−1)/m up to but not including nk/m.
type Part struct {
	Number  int    `json:"number"`  // from 1 to Of
	Of      int    `json:"of"`      // number of parts
	Program string `json:"program"` // program and version that plays it
}

// String returns the part as K/M.
func (p *Part) String() string {
	if p == nil {
		return "none"
	}
	return fmt.Sprintf("%d/%d", p.Number, p.Of)
}

// validate returns an error unless the part is one that can be played.
func (p *Part) validate() error {
	if p != nil && (p.Of < 1 || p.Number < 1 || p.Number > p.Of) {
		return fmt.Errorf("arena: part %v: want part K/M with K from 1 to M", p)
	}
	return nil
}

// due returns the range of games [from, to) of a lineup that are to be played.
func (c *Config) due(lineup int) (from, to int) {
	to = c.Games
	if c.Limits != nil {
		to = c.Limits[lineup]
	}
	if p := c.Part; p != nil {
		from, to = to*(p.Number-1)/p.Of, to*p.Number/p.Of
	}
	return from, to
}

// Total returns the number of games to play, those of Part if that is set.
func (c *Config) Total() (n int) {
	for l := range c.setup().Lineups {
		from, to := c.due(l)
		n += to - from
	}
	return n
}

// MergeFiles sets Resume to the games of all parts of the tournament, in files that [WriteFile]
// wrote. Each part must be there once, whole, of the same tournament and by the same program;
// otherwise the error names the file and what is wrong, or the numbers of the parts that are
// missing. Config.Part must be nil.
func (c *Config) MergeFiles(program string, paths []string) error {
	setup := c.setup()
	res := newResult(setup)
	of := 0
	files := map[int]string{} // by the number of the part
	for _, path := range paths {
		if _, err := readFile(path, func(s *Setup) error {
			p := s.Part
			switch {
			case p == nil:
				return errors.New("arena: the file has no part of a tournament: want one that --part made")
			case p.validate() != nil:
				return p.validate()
			case p.Program != program:
				return fmt.Errorf("arena: part %v is of %s, and this is %s: play all parts and merge them with the same version and build", p, p.Program, program)
			case of != 0 && p.Of != of:
				return fmt.Errorf("arena: part %v, but the files before it are parts of %d: want all parts of one division", p, of)
			case files[p.Number] != "":
				return fmt.Errorf("arena: part %v is in %s too: name each part once", p, files[p.Number])
			}
			if s.Games != setup.Games { // before Same, whose message is for one file
				return fmt.Errorf("arena: part %v is of %d games of each lineup, want %d", p, s.Games, setup.Games)
			}
			whole := *s
			whole.Part = nil
			return whole.Same(&setup)
		}, func(part *Result) error {
			if err := c.mergePart(res, part); err != nil {
				return err
			}
			of, files[part.Part.Number] = part.Part.Of, path
			return nil
		}); err != nil {
			return err
		}
	}
	var missing []string
	for k := 1; k <= of; k++ {
		if files[k] == "" {
			missing = append(missing, fmt.Sprint(k))
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("arena: of %d parts these are missing: %s", of, strings.Join(missing, ", "))
	}
	c.Resume = res
	return nil
}

// mergePart copies the games of a part, which must have those that are due and no others.
func (c *Config) mergePart(res, part *Result) error {
	own := *c
	own.Part = part.Part
	for l, games := range part.Records {
		from, to := own.due(l)
		for i := range games {
			if due := from <= i && i < to; due && !games[i].Played() {
				return fmt.Errorf("arena: part %v is not finished, game %d of lineup %d is missing: repeat the command that plays it", part.Part, i, l)
			} else if !due && games[i].Played() {
				return fmt.Errorf("arena: part %v has game %d of lineup %d, which is not in it: it was played with other numbers of games", part.Part, i, l)
			}
		}
		res.take(part, l, from, to)
	}
	return nil
}

// MergeFiles is [Config.MergeFiles] for a ladder, whose entrants must have the same order in all
// parts. Adaptive pairing has no parts: what a round plays depends on all games before it.
func (c *LadderConfig) MergeFiles(program string, paths []string) error {
	config := c.games()
	config.Limits = c.limits(c.deals())
	if err := config.MergeFiles(program, paths); err != nil {
		return err
	}
	c.Resume = config.Resume
	return nil
}
