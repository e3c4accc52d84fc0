package session

import (
	"fmt"
	"strings"

	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/catalog"
)

// Human is the name of a person in records.
const Human = "human"

// practiced is the name in the record of a game in which moves were taken back.
const practiced = Human + ":practice"

// IsHuman reports whether a name in a record is that of a person.
func IsHuman(name string) bool { return name == Human || strings.HasPrefix(name, Human+":") }

// ReviewedSeats returns the seats that a review of a game looks at: those of persons, or all if there is no
// person.
func ReviewedSeats(rec *record.Record) (seats []game.Player) {
	for p, name := range rec.Seats {
		if IsHuman(name) {
			seats = append(seats, game.Player(p))
		}
	}
	if len(seats) == 0 {
		for p := range rec.Seats {
			seats = append(seats, game.Player(p))
		}
	}
	return seats
}

// player is one who plays in the session.
type player struct {
	name       string     // canonical
	agent      game.Agent // nil: the person
	repeatable bool
	program    program // of an outside program, or nil
}

// seatPlayers opens the agents.
func (s *Session) seatPlayers() error {
	others := s.game.Players()
	if s.config.Seat != game.NoPlayer {
		others--
		s.players = append(s.players, player{name: Human})
	}
	if s.teacher.Lesson != nil {
		s.players = append(s.players, player{name: "Opponent", agent: &script{session: s}})
		return nil
	}
	specs := s.config.Agents
	if len(specs) == 0 {
		specs = []string{catalog.ProposedAgent(s.rules)}
	}
	if len(specs) != 1 && len(specs) != others {
		return fmt.Errorf("%d agents are named: want %d, one for each seat, or one for all", len(specs), others)
	}
	for i := range others {
		p, err := openPlayer(s.rules, specs[min(i, len(specs)-1)])
		if err != nil {
			return err
		}
		s.players = append(s.players, p)
	}
	if s.config.Adviser == "" {
		return nil // opened by the first hint
	}
	return s.adviser.open(s.rules, s.config.Adviser)
}

// program is an outside program that plays.
type program interface {
	New() game.Agent
	Close()
}

// openPlayer opens the agent of a spec, an outside program too.
func openPlayer(r catalog.Rules, spec string) (player, error) {
	if p, name, err := openProgram(r, spec); err != nil {
		return player{}, err
	} else if p != nil {
		return player{name: name, agent: p.New(), program: p}, nil
	}
	create, name, err := catalog.OpenAgent(r, spec)
	if err != nil {
		return player{}, err
	}
	return player{name: name, agent: create(), repeatable: catalog.Repeatable(name)}, nil
}

// Players returns the names of the players; the person, named [Human], is the first. The seat of
// a player changes from game to game, see [Session.SeatOf]. The caller owns the slice.
func (s *Session) Players() (names []string) {
	for _, p := range s.players {
		names = append(names, p.name)
	}
	return names
}

// SeatOf returns the seat of a player, an index of Players, in this game.
func (s *Session) SeatOf(player int) game.Player { return s.seatIn(player, s.number) }

func (s *Session) seatIn(player, number int) game.Player {
	return game.Player((max(0, int(s.config.Seat)) + player + number) % s.game.Players())
}

// PlayerAt returns the player, an index of Players, at a seat in this game.
func (s *Session) PlayerAt(p game.Player) int { return s.playerIn(p, s.number) }

func (s *Session) playerIn(p game.Player, number int) int {
	n := s.game.Players()
	return ((int(p)-max(0, int(s.config.Seat))-number)%n + n) % n
}

// at returns the player at a seat.
func (s *Session) at(p game.Player) *player { return &s.players[s.PlayerAt(p)] }
