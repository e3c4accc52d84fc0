package learned

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"

	"rummygym/agents"
	"rummygym/agents/afterstate"
	"rummygym/agents/network"
	"rummygym/env/game"
)

// Model is a network read from a file, to play with. It does not change and is
// safe for concurrent use.
type Model struct {
	Network     *network.Network
	Hash        string  // SHA-256 of the file, in hexadecimal
	Temperature float64 // of the play
	Head        string  // of a network of afterstates: by which it plays

	path string
}

// Open reads the network of a spec, see [Parse].
func Open(spec string) (*Model, error) {
	s, err := Parse(spec)
	if err != nil {
		return nil, err
	}
	n, data, err := read(s.Path)
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
	if err := m.choose(s.Head); err != nil {
		return nil, fmt.Errorf("agent %q: %w", spec, err)
	}
	if !strings.HasPrefix(m.Hash, s.Hash) {
		return nil, fmt.Errorf("agent %q: the SHA-256 of %s begins with %s: it is another file", spec, s.Path, m.Hash[:len(s.Hash)])
	}
	return m, nil
}

// standard is the file of [Standard].
//
//go:embed standard.safetensors
var standard []byte

// read reads the network of a spec's path.
func read(path string) (*network.Network, []byte, error) {
	if path != Standard {
		return network.ReadFile(path)
	}
	n, err := network.Decode(standard)
	return n, standard, err
}

// Name returns the text by which results are labelled, so that they name exactly
// what played: the name of the file without its folders, the first digits of its
// SHA-256, the temperature if it is not the file's, and the head if it is not the first.
// In the file's folder it is a spec of the same agent.
func (m *Model) Name() string {
	name := Prefix + filepath.Base(m.path) + "@" + m.Hash[:hashSize]
	if m.Temperature != m.Network.Description().Temperature {
		name += ":temperature=" + strconv.FormatFloat(m.Temperature, 'g', -1, 64)
	}
	if m.Head != firstHead(m.Network.Description()) {
		name += ":head=" + m.Head
	}
	return name
}

// firstHead returns the first head by which a network of afterstates can play, or "".
func firstHead(d *network.Description) string {
	for _, h := range d.Heads {
		if d.What() == network.AfterstateKind && (h.Name == network.Gain || h.Name == network.Win) {
			return h.Name
		}
	}
	return ""
}

// choose sets the head, "" for the first.
func (m *Model) choose(head string) error {
	d := m.Network.Description()
	m.Head = firstHead(d)
	switch {
	case d.What() != network.AfterstateKind && head != "":
		return fmt.Errorf("head=%s: the network is of the kind %s: only those of the kind %s have a choice", head, d.What(), network.AfterstateKind)
	case d.What() == network.AfterstateKind && m.Temperature != 0:
		return fmt.Errorf("temperature %v: a network of the kind %s takes the best action: want 0", m.Temperature, network.AfterstateKind)
	case head != "" && d.Head(head) < 0:
		return fmt.Errorf("head=%s: the network has no such head", head)
	case head != "":
		m.Head = head
	}
	return nil
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

// AfterstateAgent does what [Model.Agent] does for a network of the kind "afterstate",
// where readers see for it, which write the fields of that layout.
func (m *Model) AfterstateAgent(g game.Game, l game.Layout, reader func() afterstate.Reader) (func() agents.Agent, error) {
	d := m.Network.Description()
	if kind := d.What(); kind != network.AfterstateKind {
		return nil, fmt.Errorf("%s cannot play here: it is of the kind %s", m.path, kind)
	}
	if err := d.Fits(g, l, m.Head); err != nil {
		return nil, fmt.Errorf("%s cannot play here: %w", m.path, err)
	}
	name := m.Name()
	return func() agents.Agent {
		p := afterstate.NewPlayer(reader(), m.Network, m.Head)
		p.Name = name
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
