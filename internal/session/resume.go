package session

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"rummygym/agents"
	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/catalog"
	"rummygym/internal/safefile"
)

// maxFile is the maximum size of a file of records to resume, in bytes.
const maxFile = 1 << 28

// Resume goes on with the session whose records are in the file c.Path, and goes on writing it.
// The rules, the seed, the seats and the agents are those of the records; c.Agents is needed only
// for agents in files, whose names do not tell the folder, for outside programs, and for mixes, of
// which a record names the agent that played. The same
// moves of the person then give the same records as without the interruption.
func Resume(c Config) (s *Session, err error) {
	var f file
	if err := f.open(c.Path); err != nil {
		return nil, err // names the file
	}
	defer func() {
		if err != nil {
			f.close()
		}
	}()
	data, err := safefile.ReadAll(c.Path, maxFile)
	if err != nil {
		return nil, err
	}
	games, err := ReadGames(data)
	if err == nil {
		s, err = Restore(c, games)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.Path, err)
	}
	s.file = f
	return s, nil
}

// Restore is [Resume] for records in memory, of which there is at least one. It writes no file.
func Restore(c Config, games []*record.Record) (*Session, error) {
	if err := c.from(games); err != nil {
		return nil, err
	}
	s, err := open(c)
	if err != nil {
		return nil, err
	}
	if err := s.goOn(games); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// ReadGames returns the records of a file, at least one.
func ReadGames(data []byte) (games []*record.Record, err error) {
	for r := record.NewReader(bytes.NewReader(data)); ; {
		g, err := r.Next()
		if err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		}
		games = append(games, g)
	}
	if len(games) == 0 {
		return nil, errors.New("the file has no game")
	}
	return games, nil
}

// from sets the configuration from the records.
func (c *Config) from(games []*record.Record) error {
	first := games[0]
	t, err := catalog.GameByEnv(first.Env)
	if err != nil {
		return fmt.Errorf("line %d: field env: %w", first.Line(), err)
	}
	if c.Rules, err = t.ReadRules(first.Rules); err != nil {
		return fmt.Errorf("line %d: field rules: %w", first.Line(), err)
	}
	c.Seat = game.Player(slices.IndexFunc(first.Seats, IsHuman))
	if first.Origin == nil {
		return fmt.Errorf("line %d: the record does not name the seed of its deal: only games of rummygym play go on", first.Line())
	}
	c.Seed = *first.Origin.Seed
	if len(c.Agents) == 0 {
		c.Agents = AgentsOf(first)
	}
	c.Practice = c.Practice || slices.ContainsFunc(games, func(r *record.Record) bool { return slices.Contains(r.Seats, practiced) })
	return nil
}

// AgentsOf returns the names of the agents in the record of a first game, in the order of
// [Config].Agents.
func AgentsOf(first *record.Record) (names []string) {
	n, start := len(first.Seats), max(0, slices.IndexFunc(first.Seats, IsHuman))
	for i := range n {
		if name := first.Seats[(start+i)%n]; !IsHuman(name) {
			names = append(names, name)
		}
	}
	return names
}

// goOn checks the records and plays the last one up to its end.
func (s *Session) goOn(games []*record.Record) error {
	last := len(games) - 1
	for i, r := range games {
		if err := s.belongs(r, i); err != nil {
			return fmt.Errorf("line %d: %w", r.Line(), err)
		}
		if i < last && !r.Over() {
			return fmt.Errorf("line %d: the game has no end, and another game follows", r.Line())
		}
		var moves []move
		if err := r.Play(s.game, func(_ game.State, m record.Move) error {
			if m.Action != game.NoAction {
				moves = append(moves, move{action: m.Action, probability: m.Probability})
			}
			return nil
		}); err != nil {
			return err
		}
		if i < last {
			s.done = append(s.done, r)
			continue
		}
		s.number, s.undone = i, slices.Contains(r.Seats, practiced)
		s.deal()
		if err := s.replay(moves); err != nil {
			return fmt.Errorf("line %d: %w", r.Line(), err)
		}
	}
	return nil
}

// belongs checks that the header of a record is that of a game of this session.
func (s *Session) belongs(r *record.Record, number int) error {
	g, err := catalog.RecordGame(&r.Header)
	if err != nil {
		return err
	}
	rules, err := catalog.RulesOf(g)
	if err != nil {
		return err
	}
	is, err := rules.MarshalJSON()
	if err != nil {
		return err
	}
	want, err := s.rules.MarshalJSON()
	if err != nil {
		return err
	}
	switch o := r.Origin; {
	case g.Name() != s.game.Name() || !bytes.Equal(is, want):
		return errors.New("the rules are not those of the first game")
	case len(r.Seats) != s.game.Players():
		return fmt.Errorf("field seats has %d names, want %d", len(r.Seats), s.game.Players())
	case o == nil || *o.Seed != s.config.Seed || o.Deal != number || o.Attempt != 0 || o.Keep != game.NoPlayer:
		return fmt.Errorf("field origin: want deal %d of seed %d", number, s.config.Seed)
	}
	for p, name := range r.Seats {
		player := &s.players[s.playerIn(game.Player(p), number)]
		if !agents.MayPlay(player.agent, player.name, name) && (player.agent != nil || !IsHuman(name)) {
			return fmt.Errorf("field seats: %q plays at seat %d, want %q", name, p, player.name)
		}
	}
	return nil
}
