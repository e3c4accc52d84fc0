package game

// Agent plays one seat of one table at a time, from the observations of that seat.
// It is not safe for concurrent use; a tournament makes one per worker and seat.
type Agent interface {
	// Reset prepares the agent for a new episode. All its random choices depend
	// on seed alone, so that the same seed and observations give the same
	// actions.
	Reset(seed uint64)

	// Act returns one of the legal actions, and the probability in (0, 1] with
	// which the agent chose it: 1 if it made no random choice. Act must not keep
	// obs or legal.
	Act(obs Observation, legal *Mask) (a Action, probability float64)
}

// Stopper is an Agent whose decisions may take long and can be cut short. From then on it needs
// a Reset.
type Stopper interface {
	Agent

	// StopWhen sets a function that the agent calls often during Act, from its goroutine. When
	// it returns true, Act returns soon, with NoAction.
	StopWhen(stop func() bool)
}

// ResetAgents resets the agents at a table for an episode of the run with the given seed,
// the agent of seat s with its [AgentSeed]. It skips nil agents.
func ResetAgents(seed, episode uint64, seats []Agent) {
	var seeds [hashSeats]uint64
	for s, a := range seats {
		if s%hashSeats == 0 {
			seeds = agentSeeds(seed, episode, uint64(s/hashSeats))
		}
		if a != nil {
			a.Reset(seeds[s%hashSeats])
		}
	}
}

// Encoder writes an observation as numbers. Package features/encoder has one encoder
// per game, which is safe for concurrent use. Other encoders need not be: use one per
// goroutine.
type Encoder interface {
	// Layout describes the fields that Encode writes, in order.
	Layout() Layout

	// Encode fills dst, of length Layout().Size(), from obs. It must not keep obs.
	Encode(dst []float32, obs Observation)
}

// Observed is a Game with a default encoder, which an environment uses unless told otherwise. Packages
// of rules know no encoder: the games that rummygym.NewGame returns have one.
type Observed interface {
	Game

	// DefaultEncoder returns an encoder that is safe for concurrent use, or an error if the
	// rules have none.
	DefaultEncoder() (Encoder, error)
}

// NoEncoder is an encoder without fields.
type NoEncoder struct{}

// Layout returns nil.
func (NoEncoder) Layout() Layout { return nil }

// Encode does nothing.
func (NoEncoder) Encode([]float32, Observation) {}

// EncodeBytes does nothing.
func (NoEncoder) EncodeBytes([]uint8, Observation) {}

// ByteEncoder is an Encoder that also writes its entries as bytes, a quarter of the memory,
// if the layout has bytes for all of them (see [Layout.Bytes]).
type ByteEncoder interface {
	Encoder

	// EncodeBytes fills dst, of length Layout().Size(), from obs, with the entries that
	// Encode writes, but 255 for larger ones. It panics if Layout().Bytes() is an error.
	EncodeBytes(dst []uint8, obs Observation)
}

// ActionEncoder writes as numbers what a player knows right after one of its actions, for
// the actions that have such numbers: package features/afterstate encodes the hand after a
// discard. The actions that it encodes are the plays of a game, see package datasets.
type ActionEncoder interface {
	// Layout describes the fields that Encode writes, in order.
	Layout() Layout

	// Encode fills dst, of length Layout().Size(), for action a of the observer of obs, and
	// returns true. If it does not encode such actions, it returns false. It must not keep
	// obs.
	Encode(dst []float32, obs Observation, a Action) bool
}
