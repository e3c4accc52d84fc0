package arena

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"

	"rummygym/env/game"
	"rummygym/internal/safefile"
)

// Record is the result of one game. The zero value is a game not played yet.
type Record struct {
	Ending game.Ending            // how the game ended; "" is not played
	Winner game.Player            // the winning seat, or game.NoPlayer
	Drops  uint8                  // bit s is set if seat s dropped
	Rounds uint16                 // rounds begun
	Turns  uint16                 // turns begun by all players together
	Gains  [game.MaxPlayers]int16 // gain of each seat in points
}

// Played reports whether the game was played to its end.
func (r *Record) Played() bool { return r.Ending != "" }

// Won reports whether the seat won.
func (r *Record) Won(seat int) bool { return r.Played() && int(r.Winner) == seat }

// Forfeited reports whether the seat forfeited the game.
func (r *Record) Forfeited(seat int) bool { return r.Ending == Forfeit && r.Gains[seat] < 0 }

// halfPoints returns the half points of a seat at a table for two: two for a win, one for a game without a winner.
func (r *Record) halfPoints(seat int) int {
	switch int(r.Winner) {
	case seat:
		return 2
	case 1 - seat:
		return 0
	}
	return 1
}

// Dropped reports whether the seat dropped.
func (r *Record) Dropped(seat int) bool { return r.Drops>>seat&1 != 0 }

// Setup holds the parameters on which the result of a tournament depends.
type Setup struct {
	Game       string     `json:"game"`
	Env        string     `json:"env,omitempty"` // environment and version, such as "IndianRummy-v1"; "" if the game has none
	Rules      string     `json:"rules"`
	Seats      int        `json:"seats"`
	Agents     []string   `json:"agents"`
	Lineups    []Lineup   `json:"lineups"`
	Games      int        `json:"games"` // of each lineup
	Seed       uint64     `json:"seed"`
	Deals      Deals      `json:"deals"`
	RoundLimit int        `json:"round_limit"`
	Terms      game.Terms `json:"terms,omitzero"`

	// PartEndings lists the endings of the parts of a game (see [game.Parted]) that are counted,
	// none if the game has no parts.
	PartEndings []game.Ending `json:"part_endings,omitempty"`

	// Retries reports whether the refused answers of agents outside are counted: an agent has some.
	Retries bool `json:"retries,omitempty"`

	// Titles has how agents outside call themselves, "" for other agents: one for each of Agents, or none.
	Titles []string `json:"titles,omitempty"`
}

// ShortName returns the name of an agent for people: that of an outside program is "exec:" and how it calls itself, unless
// another one has the same.
func (s *Setup) ShortName(agent int) string {
	if s.Titles == nil || s.Titles[agent] == "" {
		return s.Agents[agent]
	}
	title := s.Titles[agent]
	if slices.Index(s.Titles, title) != agent || slices.Contains(s.Titles[agent+1:], title) {
		return s.Agents[agent]
	}
	return "exec:" + title
}

// tallied reports whether the games have tallies.
func (s *Setup) tallied() bool { return len(s.PartEndings) > 0 || s.Retries }

// Tally counts the parts of a game, such as the hands of a match, for one seat, and the answers of an
// agent outside that were refused.
type Tally struct {
	Parts  uint16                      // parts of the game in which this seat took part
	Ended  [game.MaxPartEndings]uint16 // parts that it ended or left, by ending in the order of Setup.PartEndings
	Nobody uint16                      // parts that no seat ended
	Won    uint16                      // parts in which it scored
	Points uint32                      // points that it scored in these
	Paid   uint32                      // points that it paid in the others
	Left   uint32                      // points that it had left over in the parts that it ended

	Retries uint16 // answers that were refused and asked for again
}

// Result holds the games of a tournament, finished or not.
type Result struct {
	Setup

	// Records has shape [len(Lineups), Games]: game i of lineup l is at [l][i].
	Records [][]Record

	// Tallies has shape [len(Lineups), Games * Seats]: the tally of seat s in game i of
	// lineup l is at [l][i*Seats+s]. It is nil if Setup.PartEndings is empty and Setup.Retries is false.
	Tallies [][]Tally
}

// newResult returns a result without played games.
func newResult(s Setup) *Result {
	r := &Result{Setup: s, Records: make([][]Record, len(s.Lineups))}
	all := make([]Record, len(s.Lineups)*s.Games)
	for l := range r.Records {
		r.Records[l] = all[l*s.Games:][:s.Games:s.Games]
	}
	if s.tallied() {
		for range s.Lineups {
			r.Tallies = append(r.Tallies, make([]Tally, s.Games*s.Seats))
		}
	}
	return r
}

// take copies games [from, to) of a lineup of another result to a lineup.
func (r *Result) take(lineup int, src *Result, of, from, to int) {
	copy(r.Records[lineup][from:to], src.Records[of][from:to])
	if r.Tallies != nil {
		copy(r.Tallies[lineup][from*r.Seats:to*r.Seats], src.Tallies[of][from*r.Seats:to*r.Seats])
	}
}

// Total returns the number of games of the tournament, played or not.
func (r *Result) Total() int { return len(r.Lineups) * r.Games }

// Played returns the number of games played.
func (r *Result) Played() int {
	n := 0
	for _, games := range r.Records {
		for i := range games {
			if games[i].Played() {
				n++
			}
		}
	}
	return n
}

// LineupSeed returns the seed of lineup l. Game i of the lineup is episode i of a run with
// that seed, see game.SeedDeal and game.AgentSeed.
func (r *Result) LineupSeed(l int) uint64 { return r.seed(r.Lineups[l]) }

// shared reports whether two lineups are dealt the same cards.
func (r *Result) shared(a, b int) bool { return r.LineupSeed(a) == r.LineupSeed(b) }

// find returns the index of the lineup, or -1.
func (s *Setup) find(l ...int) int {
	return slices.IndexFunc(s.Lineups, func(o Lineup) bool { return slices.Equal(o, l) })
}

// within returns for each lineup the lineup of o that has its games, and otherwise an error that names all differences. s is the
// setup of a stored result and o the one requested. If all lineups have the same deals, o may have more agents, lineups
// and games, in any order.
func (s *Setup) within(o *Setup) (lineups []int, err error) {
	var diffs []string
	check := func(field string, have, want any) {
		if h, w := fmt.Sprint(have), fmt.Sprint(want); h != w {
			diffs = append(diffs, fmt.Sprintf("%s %s (want %s)", field, h, w))
		}
	}
	check("game", s.Game, o.Game)
	if s.Env != o.Env {
		diffs = append(diffs, fmt.Sprintf("environment %s (want %s), in which the same seed gives other games: resume it with the program that began it", cmp.Or(s.Env, "none"), cmp.Or(o.Env, "none")))
	}
	check("rules", s.Rules, o.Rules)
	check("seats", s.Seats, o.Seats)
	if s.Deals != AllDeals {
		check("agents", strings.Join(s.Agents, ","), strings.Join(o.Agents, ","))
		check("games", s.Games, o.Games)
	} else if s.Games > o.Games {
		check("games", s.Games, fmt.Sprint("at most ", o.Games))
	}
	check("seed", s.Seed, o.Seed)
	check("deals", s.Deals, o.Deals)
	check("round limit", s.RoundLimit, o.RoundLimit)
	check("counted endings of parts", s.PartEndings, o.PartEndings)
	check("retries", s.Retries, o.Retries)
	if s.Deals != AllDeals && len(diffs) == 0 {
		check("lineups", s.Lineups, o.Lineups)
	}
	at := map[string]int{}
	for l, lineup := range o.Lineups {
		at[o.names(lineup)] = l
	}
	for _, lineup := range s.Lineups {
		l, ok := at[s.names(lineup)]
		if !ok && len(diffs) == 0 {
			check("games of", s.names(lineup), "games among the agents "+strings.Join(o.Agents, ",")+", all old and new ones")
		}
		lineups = append(lineups, l)
	}
	if len(diffs) > 0 {
		return nil, fmt.Errorf("arena: its games belong to another tournament: they have %s", strings.Join(diffs, "; "))
	}
	return lineups, nil
}

// WriteFile writes the played games to a file, as [WriteGames] does. The write is atomic,
// also in a crash: it writes a temporary file, syncs it and renames it.
func WriteFile(path string, res *Result) error {
	if err := safefile.Replace(path, func(f *os.File) error { return WriteGames(f, res) }); err != nil {
		return fmt.Errorf("arena: %w", err)
	}
	return nil
}

// ReadFile reads a file that [WriteFile] wrote.
func ReadFile(path string) (*Result, error) { return readFile(path, nil) }

// ResumeFrom sets Resume to the games in files that [WriteFile] wrote, such as those of all parts.
// They must be of the same tournament, as far as it was set before: if all lineups have the same deals, it may have more
// agents and games now. It needs little memory to refuse any other file.
func (c *Config) ResumeFrom(paths ...string) error {
	s := c.setup()
	accept := func(o *Setup) error { _, err := o.within(&s); return err }
	for k, path := range paths {
		res, err := readFile(path, accept)
		if err != nil {
			return err
		}
		if k == 0 {
			c.Resume = res
			accept = func(o *Setup) error {
				if _, err := o.within(&res.Setup); err != nil {
					return err
				}
				_, err := res.within(o)
				return err
			}
		}
		at, _ := res.within(&c.Resume.Setup) // accept has checked it
		for l, games := range res.Records {
			for i := range games {
				if games[i].Played() {
					c.Resume.take(at[l], res, l, i, i+1)
				}
			}
		}
	}
	return nil
}

// readFile reads a file. Unless it is nil, accept refuses its setup.
func readFile(path string, accept func(*Setup) error) (*Result, error) {
	data, err := safefile.Read(path)
	if err != nil {
		return nil, fmt.Errorf("arena: %w", err)
	}
	res, err := parseGames(data, accept)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return res, nil
}
