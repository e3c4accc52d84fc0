package external

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"

	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/strictjson"
)

// Served is an agent to serve, for the game of a hello.
type Served struct {
	Name string // how the program calls itself; cut off after 100 characters
	Game record.Game
	New  func() game.Agent
}

// maxQuestion is the maximum length of a line of the engine in bytes.
const maxQuestion = 1 << 24

// Serve is the side of the program: it reads the lines of an engine from in until their end, and
// writes answers to out. The agent plays at the given number of tables, 1 to [MaxTables]. It gets
// the observations that follow from the events of its seat (see [record.Follower]). An error
// names the line.
func Serve(in io.Reader, out io.Writer, tables int, open func(*Hello) (Served, error)) error {
	if tables < 1 || tables > MaxTables {
		return fmt.Errorf("%d tables: want 1 to %d", tables, MaxTables)
	}
	s := stream{out: bufio.NewWriter(out), open: open, tables: tables}
	lines := bufio.NewReader(in)
	for n := 1; ; n++ {
		if lines.Buffered() == 0 { // nothing more to answer now
			if err := s.out.Flush(); err != nil {
				return err
			}
		}
		line, err := readLine(lines)
		if err == io.EOF {
			return s.out.Flush()
		}
		if err == nil {
			err = s.answer(line)
		}
		if err != nil {
			return errors.Join(fmt.Errorf("line %d: %w", n, err), s.out.Flush())
		}
	}
}

// readLine returns the next line, or io.EOF.
func readLine(r *bufio.Reader) (line []byte, err error) {
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case len(line) > maxQuestion:
			return nil, fmt.Errorf("it has more than %d bytes", maxQuestion)
		case err == bufio.ErrBufferFull:
		case err == io.EOF && len(line) > 0:
			return nil, fmt.Errorf("%s has no end: the input ends within it", shorten(line))
		default:
			return line, err
		}
	}
}

// stream answers the lines of an engine, of which the first opens the agent.
type stream struct {
	out    *bufio.Writer
	open   func(*Hello) (Served, error)
	tables int
	server *Server // nil before the first line
}

// A Server answers messages about games at a number of tables, of which each has an agent of its own.
type Server struct {
	served Served
	names  map[string]game.Action
	tables []seat
}

// NewServer returns a server of an agent for a number of tables, 1 to [MaxTables].
func NewServer(served Served, tables int) *Server {
	s := &Server{served: served, names: map[string]game.Action{}, tables: make([]seat, tables)}
	for a := range game.Action(served.Game.NumActions()) {
		s.names[served.Game.ActionString(a)] = a
	}
	return s
}

// seat is the agent at one table.
type seat struct {
	agent    game.Agent // nil before the first game
	follower *record.Follower
	obs      game.Observation
	player   game.Player
	playing  bool
}

// answer answers one line.
func (s *stream) answer(line []byte) error {
	kind, err := kindOf(line)
	switch {
	case err != nil:
		return err
	case s.server != nil && kind == HelloType:
		return fmt.Errorf("a second %s: want one for each process", HelloType)
	case s.server == nil && kind != HelloType:
		return fmt.Errorf("the first message is %q: want %s", kind, HelloType)
	case kind == HelloType:
		return s.hello(line)
	}
	answer, err := s.server.Answer(line)
	if err == nil {
		_, err = s.out.Write(answer)
	}
	return err
}

// kindOf returns the type of a message.
func kindOf(line []byte) (string, error) {
	var is struct{ Type string }
	if err := decode(line, &is); err != nil {
		return "", err
	}
	if is.Type != HelloType && is.Type != ActType && is.Type != EndType {
		return "", fmt.Errorf("the type %q is not known: want %s, %s or %s", is.Type, HelloType, ActType, EndType)
	}
	return is.Type, nil
}

// Answer returns the line that answers a message: a move for [ActType], nothing for [EndType].
func (s *Server) Answer(line []byte) ([]byte, error) {
	kind, err := kindOf(line)
	switch {
	case err != nil:
		return nil, err
	case kind == HelloType:
		return nil, fmt.Errorf("a message %s within the games: want %s or %s", HelloType, ActType, EndType)
	case kind == EndType:
		var end End
		if err := decode(line, &end); err != nil {
			return nil, err
		}
		t, err := s.table(end.Table)
		if err == nil {
			t.playing = false
		}
		return nil, err
	}
	var q Act
	if err := decode(line, &q); err != nil {
		return nil, err
	}
	t, err := s.table(q.Table)
	if err != nil {
		return nil, err
	}
	m, err := s.act(t, &q)
	if err != nil {
		return nil, fmt.Errorf("table %d: %w", q.Table, err)
	}
	return lineOf(m), nil
}

// decode sets a message from its line.
func decode(line []byte, to any) error {
	if err := strictjson.Unmarshal(line, to); errors.As(err, new(*json.SyntaxError)) {
		return fmt.Errorf("%s is not JSON: want a message of the agent protocol", shorten(line))
	} else if err != nil {
		return fmt.Errorf("%s is not a message: %w", shorten(line), err)
	}
	return nil
}

// hello opens the agent.
func (s *stream) hello(line []byte) error {
	var h Hello
	err := decode(line, &h)
	if err != nil {
		return err
	}
	if h.Protocol != Version {
		return fmt.Errorf("the protocol is %d, want %d", h.Protocol, Version)
	}
	served, err := s.open(&h)
	if err != nil {
		return err
	}
	s.server = NewServer(served, s.tables)
	name := []rune(served.Name)
	name = name[:min(len(name), maxName)]
	_, err = s.out.Write(lineOf(Answer{Type: HelloType, Protocol: Version, Name: string(name), Tables: s.tables}))
	return err
}

// table returns the table of a message.
func (s *Server) table(n int) (*seat, error) {
	if n < 0 || n >= len(s.tables) {
		return nil, fmt.Errorf("the table is %d, want 0 to %d", n, len(s.tables)-1)
	}
	return &s.tables[n], nil
}

// act answers a question. The first of a game has a seed.
func (s *Server) act(t *seat, q *Act) (m Move, err error) {
	if q.Refused != "" {
		return m, fmt.Errorf("the engine refuses the answer: %s", q.Refused)
	}
	g := s.served.Game
	if t.agent == nil {
		if t.follower, err = record.NewFollower(g); err != nil {
			return m, err
		}
		t.agent, t.obs = s.served.New(), g.NewObservation()
	}
	switch {
	case !t.playing:
		seed, err := strconv.ParseUint(q.Seed, 10, 64)
		if err != nil {
			return m, fmt.Errorf("a game begins with the seed %q: want a 64-bit number in decimal digits", q.Seed)
		}
		if q.Seat < 0 || q.Seat >= g.Players() {
			return m, fmt.Errorf("the seat is %d, want 0 to %d", q.Seat, g.Players()-1)
		}
		t.playing, t.player = true, game.Player(q.Seat)
		t.agent.Reset(seed)
		t.follower.Reset(t.player, rand.NewPCG(1, 0)) // the cards that it does not see do not matter
	case q.Seed != "":
		return m, fmt.Errorf("there is a seed within a game: want the message %s before the next game", EndType)
	case q.Seat != int(t.player):
		return m, fmt.Errorf("the seat is %d, want %d as at the first decision of the game", q.Seat, t.player)
	}
	var events []record.Event
	if err := json.Unmarshal(q.Events, &events); err != nil {
		return m, fmt.Errorf("events: %w", err)
	}
	if err := t.follower.See(events); err != nil {
		return m, fmt.Errorf("events: %w", err)
	}
	state := t.follower.State()
	if state.Current() != t.player {
		return m, fmt.Errorf("seat %d decides, but after its events seat %d is to move", t.player, state.Current())
	}
	var rules, legal game.Mask
	state.Legal(&rules)
	for _, name := range q.Legal {
		a, ok := s.names[name]
		if !ok || !rules.Has(a) {
			return m, fmt.Errorf("the action %q is not legal by the rules", name)
		}
		legal.Set(a)
	}
	if legal.Count() == 0 {
		return m, errors.New("the list of legal actions is empty")
	}
	state.Observe(t.player, t.obs)
	a, probability := t.agent.Act(t.obs, &legal)
	if !legal.Has(a) {
		return m, fmt.Errorf("the agent %s chose the action %s, which is not among %v", s.served.Name, g.ActionString(a), slices.Sorted(slices.Values(q.Legal)))
	}
	m = Move{Type: ActType, Table: q.Table, Action: g.ActionString(a)}
	if probability < 1 {
		m.Probability = probability
	}
	return m, nil
}
