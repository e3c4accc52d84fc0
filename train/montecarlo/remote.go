package montecarlo

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"

	"rummygym/env/game/wire"
	"rummygym/train/league"
	"rummygym/train/remote"
)

// Actor plays games for a learner in another process. Create one with [NewActor].
type Actor struct {
	host
	shared []byte // of the current step
	step   *played
}

// NewActor returns an actor for learners with the same configuration, in which Workers, Remote and what
// concerns updates may differ.
func NewActor(c Config) (*Actor, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	h, err := newHost(c)
	return &Actor{host: h}, err
}

// Play plays the games of a request of a learner. It is a [remote.Play].
func (a *Actor) Play(ctx context.Context, r remote.Request) ([]byte, error) {
	if err := check(r.From, r.To, a.cfg.Games); err != nil {
		return nil, err
	}
	if a.step == nil || a.step.step != int(r.Step) || !bytes.Equal(a.shared, r.Shared) {
		s := &played{step: int(r.Step)}
		if err := a.read(s, r.Shared); err != nil {
			return nil, fmt.Errorf("montecarlo: request of step %d: %w: learner and actor need the same settings", r.Step, err)
		}
		a.step, a.shared = s, r.Shared
	}
	samples, results, err := a.play(ctx, a.step, int(r.From), int(r.To))
	if err != nil {
		return nil, err
	}
	return appendResults(samples.append(nil), results), nil
}

// appendShared appends what the games of a step depend on besides the configuration.
func (h *host) appendShared(dst []byte, s *played) []byte {
	dst = wire.AppendBytes(dst, s.file)
	for _, opponents := range h.leagues {
		dst = wire.AppendBytes(dst, opponents.AppendState(nil))
	}
	for _, id := range s.ids {
		dst = binary.LittleEndian.AppendUint64(dst, uint64(id))
	}
	return dst
}

// read reads what appendShared appended.
func (h *host) read(s *played, shared []byte) error {
	r := wire.NewReader(shared)
	s.file = r.Bytes(r.Uint64())
	if err := restoreLeagues(h.leagues, &r); err != nil {
		return err
	}
	s.readIDs(&r, h.cfg.Games*h.cfg.others())
	if err := r.End(); err != nil {
		return fmt.Errorf("what the games depend on %w", err)
	}
	return nil
}

// appendResults appends the results of games.
func appendResults(dst []byte, results []result) []byte {
	for _, r := range results {
		dst = binary.LittleEndian.AppendUint64(dst, uint64(r.turns))
		dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(r.score))
		dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(r.gain))
	}
	return dst
}

// reply is what a learner reads from a reply.
type reply struct {
	samples samples
	results []result
}

// read reads the data of a reply.
func (r *reply) read(p *packing, from remote.Reply, games int) error {
	if err := check(from.From, from.To, games); err != nil {
		return err
	}
	data := wire.NewReader(from.Data)
	if err := r.samples.read(p, &data); err != nil {
		return err
	}
	for range from.To - from.From {
		r.results = append(r.results, result{turns: int(data.Uint64()), score: data.Float64(), gain: data.Float64()})
	}
	if err := data.End(); err != nil {
		return fmt.Errorf("montecarlo: the data with the results of games %d to %d %w", from.From, from.To, err)
	}
	return nil
}

// check returns an error unless [from, to) are some of a step's games.
func check(from, to int64, games int) error {
	if from < 0 || from >= to || to > int64(games) {
		return fmt.Errorf("montecarlo: games %d to %d of a step: want some of 0 to %d", from, to, games)
	}
	return nil
}

// check returns an error unless the samples can be unpacked.
func (p *packing) check(s *samples) error {
	at := 0
	for i, start := range s.starts {
		if start != at || at+8*p.words > len(s.packed) {
			return fmt.Errorf("montecarlo: sample %d begins at byte %d of %d: want %d", i, start, len(s.packed), at)
		}
		for w := range p.words {
			mask := binary.LittleEndian.Uint64(s.packed[start+8*w:])
			if w == p.words-1 && p.size%64 != 0 && mask>>(p.size%64) != 0 {
				return fmt.Errorf("montecarlo: sample %d has more than %d entries", i, p.size)
			}
			at += bits.OnesCount64(mask)
		}
		at += 8 * p.words
	}
	if at != len(s.packed) {
		return fmt.Errorf("montecarlo: %d bytes of samples: want %d", len(s.packed), at)
	}
	return nil
}

// ask asks for the games of a step.
func (l *Learner) ask(s *played) error {
	return l.cfg.Remote.Ask(remote.Request{Step: int64(s.step), To: int64(l.cfg.Games), Shared: l.appendShared(nil, s)})
}

// fulfil sets the samples and results of a step whose opponents are known.
func (l *Learner) fulfil(ctx context.Context, s *played) (err error) {
	if l.cfg.Remote == nil {
		s.samples, s.results, err = l.play(ctx, s, 0, l.cfg.Games)
		return err
	}
	if err := l.ask(s); err != nil {
		return err
	}
	type stretch struct {
		reply
		to int
	}
	replies := make([]stretch, l.cfg.Games) // by the first game
	for left := l.cfg.Games; left > 0; {
		have, err := l.cfg.Remote.Next(ctx)
		if err != nil {
			return err
		}
		if have.Step != int64(s.step) {
			return fmt.Errorf("montecarlo: games of step %d have come, those of step %d are expected", have.Step, s.step)
		}
		var r reply
		if err := r.read(l.packing, have, l.cfg.Games); err != nil {
			return err
		}
		replies[have.From] = stretch{r, int(have.To)}
		left -= len(r.results)
	}
	var parts []samples
	for g := 0; g < l.cfg.Games; g = replies[g].to {
		if replies[g].to == 0 {
			return fmt.Errorf("montecarlo: game %d of step %d has not come, and others have come twice", g, s.step)
		}
		parts = append(parts, replies[g].samples)
		s.results = append(s.results, replies[g].results...)
	}
	s.samples = join(parts)
	return nil
}

// next returns the games to learn from in this step.
func (l *Learner) next(ctx context.Context) (*played, error) {
	if l.cfg.Staleness > 0 {
		return l.collect(ctx)
	}
	s, err := l.plan(l.steps)
	if err != nil {
		return nil, err
	}
	return s, l.fulfil(ctx, s)
}

// loan is what a learner with Config.Staleness has asked for.
type loan struct {
	flights map[int]*flight // by step, where steps are those of Request
	asked   int             // games that have not come
	plans   int             // number of the next step to ask for
}

// flight is a step whose games were asked for and have not all come.
type flight struct {
	ids     []league.ID
	version int // step of the learner at which it was asked for
	left    int // games that have not come
}

// collect returns the first games that come, at least Config.Games, and asks for as many by the
// current network. Games of an older network than Config.Staleness allows are dropped.
func (l *Learner) collect(ctx context.Context) (*played, error) {
	s := &played{step: l.steps}
	l.late = lateness{}
	var parts []samples
	for len(s.results) < l.cfg.Games {
		for l.asked <= l.cfg.Staleness*l.cfg.Games {
			if err := l.launch(); err != nil {
				return nil, err
			}
		}
		have, err := l.cfg.Remote.Next(ctx)
		if err != nil {
			return nil, err
		}
		var r reply
		if err := r.read(l.packing, have, l.cfg.Games); err != nil {
			return nil, err
		}
		f, n := l.flights[int(have.Step)], len(r.results)
		if f == nil || n > f.left {
			return nil, fmt.Errorf("montecarlo: games %d to %d of step %d have come, which are not expected", have.From, have.To, have.Step)
		}
		l.asked -= n
		if f.left -= n; f.left == 0 {
			delete(l.flights, int(have.Step))
		}
		age := l.steps - f.version
		if age > l.cfg.Staleness {
			l.late.dropped += r.samples.count()
			continue
		}
		l.late.sum += age * n
		l.late.most = max(l.late.most, age)
		parts = append(parts, r.samples)
		s.results = append(s.results, r.results...)
		ids := f.ids[int(have.From)*l.cfg.others() : int(have.To)*l.cfg.others()]
		s.ids = append(s.ids, ids...)
		l.record(int(have.Step), int(have.From), ids, r.results)
	}
	s.samples = join(parts)
	return s, nil
}

// launch asks for games of the current network without waiting for them.
func (l *Learner) launch() error {
	plan, err := l.plan(l.plans)
	if err != nil {
		return err
	}
	if err := l.ask(plan); err != nil {
		return err
	}
	if l.flights == nil {
		l.flights = map[int]*flight{}
	}
	l.flights[plan.step] = &flight{plan.ids, l.steps, l.cfg.Games}
	l.plans++
	l.asked += l.cfg.Games
	return nil
}

// lateness is how old the games of a step were.
type lateness struct{ sum, most, dropped int }

// staleColumns are the measures of learners with Config.Staleness: the mean and the maximum age in
// steps of the networks that played the games of the step, and the samples dropped as too old.
var staleColumns = []string{"staleness", "staleness/max", "dropped"}
