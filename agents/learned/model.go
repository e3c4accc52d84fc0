package learned

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"

	"rummygym/agents"
	"rummygym/agents/network"
	"rummygym/env/game"
)

// Model is a network read from a file, to play with. It does not change and is
// safe for concurrent use.
type Model struct {
	Network     *network.Network
	Hash        string  // SHA-256 of the file, in hexadecimal
	Temperature float64 // of the play

	path string
}

// Open reads the network of a spec, see [Parse].
func Open(spec string) (*Model, error) {
	s, err := Parse(spec)
	if err != nil {
		return nil, err
	}
	n, data, err := network.ReadFile(s.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("agent %q: there is no file %s", spec, s.Path)
	} else if err != nil {
		return nil, fmt.Errorf("agent %q: %w", spec, err)
	}
	digest := sha256.Sum256(data)
	m := &Model{Network: n, Hash: hex.EncodeToString(digest[:]), Temperature: s.Temperature, path: s.Path}
	if m.Temperature < 0 {
		m.Temperature = n.Description().Temperature
	}
	if !strings.HasPrefix(m.Hash, s.Hash) {
		return nil, fmt.Errorf("agent %q: the SHA-256 of %s begins with %s: it is another file", spec, s.Path, m.Hash[:len(s.Hash)])
	}
	return m, nil
}

// Name returns the text by which results are labelled, so that they name exactly
// what played: the name of the file without its folders, the first digits of its
// SHA-256, and the temperature if it is not the file's. In the file's folder it is
// a spec of the same agent.
func (m *Model) Name() string {
	name := Prefix + filepath.Base(m.path) + "@" + m.Hash[:hashSize]
	if m.Temperature != m.Network.Description().Temperature {
		name += ":temperature=" + strconv.FormatFloat(m.Temperature, 'g', -1, 64)
	}
	return name
}

// Fields returns the groups of observation fields that the network takes, as the
// encoder of its game knows them.
func (m *Model) Fields() string { return m.Network.Description().Fields }

// Agent returns what makes a player of a game, which sees through the encoder of
// [Model.Fields] under the rules of the table, safe for concurrent use. It fails if
// the network is for another game, other fields, or another action space.
func (m *Model) Agent(g game.Game, x Encoder) (func() agents.Agent, error) {
	d := m.Network.Description()
	if kind := d.What(); kind != network.PolicyKind {
		return nil, fmt.Errorf("%s cannot play here: it is of the kind %s", m.path, kind)
	}
	if err := d.Fits(g, x.Layout(), network.Policy); err != nil {
		return nil, fmt.Errorf("%s cannot play here: %w", m.path, err)
	}
	head, name := d.Head(network.Policy), m.Name()
	return func() agents.Agent {
		p := NewPlayer(&policy{m.Network.NewEvaluator(), head}, x, m.Temperature)
		p.name = name
		return p
	}, nil
}

// policy is the policy head of an evaluator.
type policy struct {
	*network.Evaluator
	head int
}

// Logit returns the logit of an action.
func (p *policy) Logit(a game.Action) float32 { return p.Output(p.head, int(a)) }
