package session

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"rummygym/agents"
	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/catalog"
)

// Config describes a session. Rules is needed, and what has no default.
type Config struct {
	Rules catalog.Rules

	// Agents are the specs of the players beside the person, in the order of the seats after the
	// person's. One spec is for all of these seats; none is [catalog.ProposedAgent].
	Agents []string

	// Seat is the person's seat in the first game. In each game after it everyone moves on by a
	// seat. With game.NoPlayer only agents play, and Agents begins with seat 0.
	Seat game.Player

	Seed     uint64 // of deals and agents
	Lesson   int    // number from 1 of one of [Lessons], under Rules but for the options it sets; 0: none. Of the other fields it needs none
	Practice bool   // allows Undo
	Adviser  string // spec of the agent that hints name; "": catalog.DefaultAgent

	Path    string // file of records, written at every move; "": none
	Replace bool   // whether a file at Path is replaced; otherwise it is an error
}

// Session is an interactive game, or several. It is not safe for concurrent use.
type Session struct {
	config  Config
	rules   catalog.Rules
	game    record.Described
	players []player
	adviser adviser
	teacher teacher
	file    file

	done   []*record.Record // the games before this one
	number int              // of this game, from 0

	// The game in progress.
	src       rand.PCG
	state     game.State
	recorder  *record.Recorder
	events    []record.Event
	moves     []move
	decisions []decision // of the person; the last may still be open
	undone    bool       // whether a move was taken back

	obs   game.Observation // of the agent to move
	legal game.Mask
}

// move is a move of the game in progress.
type move struct {
	action      game.Action
	probability float64
	events      int // number of events before it
}

// decision is what the person knew at a decision.
type decision struct {
	move  int // number of moves before it
	obs   game.Observation
	legal game.Mask
}

// New starts a session with its first game. The caller closes it.
func New(c Config) (*Session, error) {
	s, err := open(c)
	if err != nil {
		return nil, err
	}
	if err = s.file.create(c.Path, c.Replace); err == nil {
		s.deal()
		err = s.save()
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// open returns a session without a game.
func open(c Config) (*Session, error) {
	if c.Rules == nil {
		return nil, errors.New("session: no rules: want those of a game, such as catalog.ParseRules returns")
	}
	s := new(Session)
	if c.Lesson != 0 {
		if err := s.learn(&c); err != nil {
			return nil, err
		}
	}
	g, err := c.Rules.NewGame()
	if err != nil {
		return nil, err
	}
	r, err := record.Describe(g)
	if err != nil {
		return nil, err
	}
	if int(c.Seat) >= g.Players() || c.Seat < game.NoPlayer {
		return nil, fmt.Errorf("seat %d: want a seat of the table, 0 to %d", c.Seat, g.Players()-1)
	}
	s.config, s.rules, s.game = c, c.Rules, r
	s.state, s.recorder, s.obs = g.NewState(), record.NewRecorder(r), g.NewObservation()
	if c.Lesson != 0 {
		if err := s.dealLesson(); err != nil {
			return nil, fmt.Errorf("lesson %d under the rules %s: %w", c.Lesson, RulesName(c.Rules), err)
		}
	}
	if err := s.seatPlayers(); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// deal begins the game s.number.
func (s *Session) deal() {
	if s.teacher.Lesson != nil {
		_ = s.dealLesson() // it did when the session was opened
	} else {
		game.DealAttempt(s.game, s.state, &s.src, s.config.Seed, uint64(s.number), 0, game.NoPlayer)
	}
	s.events = s.recorder.AppendDeal(nil, s.state)
	s.moves, s.decisions = s.moves[:0], s.decisions[:0]
	s.adviser.reset()
	seats := make([]game.Agent, s.game.Players())
	for p := range seats {
		agent := s.at(game.Player(p)).agent
		seats[p] = agent
		if o, ok := agent.(agents.Outside); ok {
			o.End(nil) // of a game that was left
		}
	}
	game.ResetAgents(s.config.Seed, uint64(s.number), seats)
	s.tell(0)
	s.look()
}

// look notes what the person knows at its decision.
func (s *Session) look() {
	if !s.Turn() {
		return
	}
	d := decision{move: len(s.moves), obs: s.game.NewObservation()}
	s.state.Observe(s.Seat(), d.obs)
	s.state.Legal(&d.legal)
	s.decisions = append(s.decisions, d)
}

// tell passes the events from the given one on to the agents outside.
func (s *Session) tell(from int) {
	for p := range game.Player(s.game.Players()) {
		o, ok := s.at(p).agent.(agents.Outside)
		if !ok {
			continue
		}
		for i := range s.events[from:] {
			if e, ok := s.events[from+i].SeenBy(p); ok {
				o.See(&e)
			}
		}
		if end := s.state.Outcome(); end.Over {
			o.End(end.Gains[:s.game.Players()])
		}
	}
}

// Rules returns the rules of the table.
func (s *Session) Rules() catalog.Rules { return s.rules }

// Game returns the game that is played.
func (s *Session) Game() record.Described { return s.game }

// Number returns the number of the game in progress, from 0.
func (s *Session) Number() int { return s.number }

// Seed returns the seed of the session. All cards can be computed from it.
func (s *Session) Seed() uint64 { return s.config.Seed }

// Practice reports whether moves can be taken back.
func (s *Session) Practice() bool { return s.config.Practice }

// Seat returns the person's seat in this game, or game.NoPlayer.
func (s *Session) Seat() game.Player {
	if s.config.Seat == game.NoPlayer {
		return game.NoPlayer
	}
	return s.SeatOf(0)
}

// Turn reports whether the person is to move.
func (s *Session) Turn() bool { return !s.Over() && s.state.Current() == s.Seat() }

// Over reports whether the game in progress has ended.
func (s *Session) Over() bool { return s.state.Current() == game.NoPlayer }

// Current returns the seat to move, or game.NoPlayer at the end of the game.
func (s *Session) Current() game.Player { return s.state.Current() }

// Outcome returns the result of the game in progress.
func (s *Session) Outcome() game.Outcome { return s.state.Outcome() }

// Observe returns a new observation of seat p, which is the person's. If only agents play, it is
// any seat. It panics for the seat of another player beside a person: what that knows is hidden.
func (s *Session) Observe(p game.Player) game.Observation {
	if p != s.Seat() && s.Seat() != game.NoPlayer {
		panic(fmt.Sprintf("session: the person at seat %d does not see what seat %d sees", s.Seat(), p))
	}
	o := s.game.NewObservation()
	s.state.Observe(p, o)
	return o
}

// Events returns the events of the game in progress that the person has seen, or if only agents
// play, all of them. The caller owns the slice.
func (s *Session) Events() []record.Event { return s.seen(0) }

// seen returns the events from the given one on that the person sees.
func (s *Session) seen(from int) (seen []record.Event) {
	p := s.Seat()
	for i := range s.events[from:] {
		e := s.events[from+i]
		if p != game.NoPlayer {
			var ok bool
			if e, ok = e.SeenBy(p); !ok {
				continue
			}
		}
		seen = append(seen, e)
	}
	return seen
}

// Legal returns the legal actions of the person, none if the person is not to move.
func (s *Session) Legal() (legal game.Mask) {
	if s.Turn() {
		s.state.Legal(&legal)
	}
	return legal
}

// Apply applies an action of the person, and returns what the person sees happen. An error
// leaves the game as it is, except an [UnsavedError]. In a lesson it may be a [WrongChoice].
func (s *Session) Apply(a game.Action) ([]record.Event, error) {
	if !s.Turn() {
		return nil, errors.New("it is not the person's turn")
	}
	if err := s.judge(a); err != nil {
		return nil, err
	}
	return s.commit(a, 1)
}

// Advance lets the agent to move play one move, and returns what the person sees of it. Before a
// person, a decision of which the person may see nothing, such as whether to knock, belongs to the
// move before it: otherwise its pause would tell that there is one. An error leaves the game as it
// is, except an [UnsavedError]; an outside program that failed gives an *agents.Failure.
func (s *Session) Advance() ([]record.Event, error) {
	if s.Over() || s.Turn() {
		return nil, errors.New("no agent is to move")
	}
	from := len(s.events)
	for {
		a, probability, err := s.ask()
		if err == nil {
			err = s.apply(a, probability)
		}
		switch {
		case err != nil && len(s.events) == from:
			return nil, err
		case err != nil || !s.unseen(): // the next call has the error again
			return s.seen(from), s.save()
		}
	}
}

// unseen reports whether an agent is to move before a person, who does not see one of its actions.
func (s *Session) unseen() bool {
	if s.Over() || s.Turn() || s.Seat() == game.NoPlayer {
		return false
	}
	s.state.Legal(&s.legal)
	for a := range s.legal.Each() {
		if told, err := s.recorder.AppendMove(nil, s.state, a, 1); err == nil && told[0].Private {
			return true
		}
	}
	return false
}

// ask returns what the agent to move does.
func (s *Session) ask() (game.Action, float64, error) {
	p := s.state.Current()
	s.state.Observe(p, s.obs)
	s.state.Legal(&s.legal)
	agent := s.at(p).agent
	a, probability := agent.Act(s.obs, &s.legal)
	return a, probability, agents.Check(p, agent)
}

// commit applies an action, writes the file, and returns what the person sees.
func (s *Session) commit(a game.Action, probability float64) ([]record.Event, error) {
	from := len(s.events)
	if err := s.apply(a, probability); err != nil {
		return nil, err
	}
	return s.seen(from), s.save()
}

// apply applies an action of the player to move.
func (s *Session) apply(a game.Action, probability float64) error {
	from := len(s.events)
	events, err := s.recorder.AppendMove(s.events, s.state, a, probability)
	if err != nil {
		return err
	}
	if err := s.state.Apply(a); err != nil {
		return err
	}
	s.events, s.moves = events, append(s.moves, move{a, probability, from})
	s.tell(from)
	s.look()
	return nil
}

// Next begins the next game. The game in progress must be over.
func (s *Session) Next() error {
	if !s.Over() {
		return errors.New("the game is not over")
	}
	if s.teacher.Lesson != nil {
		return errors.New("a lesson is one hand: begin the next lesson")
	}
	s.done = append(s.done, s.record())
	s.number++
	s.undone = false
	s.deal()
	return s.save()
}

// Close ends the outside programs among the agents and frees the file. What was played is saved.
func (s *Session) Close() {
	for _, p := range s.players {
		if p.program != nil {
			p.program.Close()
		}
	}
	s.players = nil
	s.file.close()
}
