package learned

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"rummygym/env/game"
	"rummygym/internal/agents/greedy"
	"rummygym/internal/agents/network"
	"rummygym/internal/agents/spec"
	"rummygym/internal/safefile"
)

// Model is a network with the settings of its play. It is immutable and safe for
// concurrent use.
type Model struct {
	Network     *network.Network
	Hash        string  // SHA-256 of the file, in hexadecimal
	Sealed      bool    // the file has a digest of itself, which was checked
	Temperature float64 // 0 takes the best action, see NewPlayer
	Head        string  // head by which a network of the kind "afterstate" plays

	path string
}

// Open reads the network of a parsed spec; see [Parse]. BuiltIn is the name of the built-in network of
// the table, such as [Standard]; "" if it has none.
func Open(builtIn string, of spec.Spec) (*Model, error) {
	s, text := spec.Settings[Spec](of), of.Text
	n, data, err := read(s.Path, builtIn)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &spec.UnavailableError{Err: fmt.Errorf("agent %q: %w", text, spec.MissingFile(s.Path))}
	} else if err != nil {
		return nil, &spec.UnavailableError{Err: fmt.Errorf("agent %q: %w", text, err)}
	}
	digest := sha256.Sum256(data)
	m := &Model{Network: n, Hash: hex.EncodeToString(digest[:]), Sealed: safefile.Sealed(data), Temperature: s.Temperature, path: s.Path}
	if m.Temperature < 0 {
		m.Temperature = n.Description().Temperature
	}
	if err := m.choose(s.Head); err != nil {
		return nil, fmt.Errorf("agent %q: %w", text, err)
	}
	if !strings.HasPrefix(m.Hash, s.Hash) {
		return nil, fmt.Errorf("agent %q: the SHA-256 of %s begins with %s, want %s: it is another file", text, s.Path, m.Hash[:len(s.Hash)], s.Hash)
	}
	return m, nil
}

// NewModel returns the model of a network in memory. The name takes the place of a file
// name. The model plays at the network's own temperature and by its first head.
func NewModel(n *network.Network, name string) (*Model, error) {
	data, err := n.Append(nil)
	if err != nil {
		return nil, fmt.Errorf("network %s: %w", name, err)
	}
	digest := sha256.Sum256(data)
	m := &Model{Network: n, Hash: hex.EncodeToString(digest[:]), Sealed: true, Temperature: n.Description().Temperature, path: name}
	if err := m.choose(""); err != nil {
		return nil, fmt.Errorf("network %s: %w", name, err)
	}
	return m, nil
}

// read returns the network at the path of a spec, and its encoded bytes.
func read(path, builtIn string) (*network.Network, []byte, error) {
	if path != Standard {
		return network.ReadFile(path)
	}
	data := standard(builtIn)
	if data == nil {
		return nil, nil, errors.New("there is no built-in network for this table")
	}
	n, err := network.Decode(data)
	return n, data, err
}

// Name returns the label of the results of this agent: the name of the file without its
// folder, the first digits of its SHA-256, the temperature if it is not the file's, and the
// head if it is not the first one. In the folder of the file it is a spec of the same agent.
func (m *Model) Name() string { return m.name(spec.FileName(m.path, m.Hash)) }

// Absolute returns a spec of the same agent that works in any folder. Opening it fails if the file
// has changed since.
func (m *Model) Absolute() string {
	name := spec.FileName(m.path, m.Hash)
	if m.path != Standard {
		name = spec.AbsoluteName(m.path, name)
	}
	return m.name(name)
}

// name returns the spec of the agent for the name of its file.
func (m *Model) name(file string) string {
	name := Name + ":" + file
	if m.Temperature != m.Network.Description().Temperature {
		name += ":temperature=" + strconv.FormatFloat(m.Temperature, 'g', -1, 64)
	}
	if m.Head != firstHead(m.Network.Description()) {
		name += ":head=" + m.Head
	}
	return name
}

// firstHead returns the first head by which a network of the kind "afterstate" can play,
// or "".
func firstHead(d *network.Description) string {
	for _, h := range d.Heads {
		if d.EffectiveKind() == network.AfterstateKind && (h.Name == network.Gain || h.Name == network.Win) {
			return h.Name
		}
	}
	return ""
}

// choose sets the head; "" selects the first one.
func (m *Model) choose(head string) error {
	d := m.Network.Description()
	m.Head = firstHead(d)
	switch {
	case d.EffectiveKind() != network.AfterstateKind && head != "":
		return fmt.Errorf("head=%s: the network is of the kind %s, and only networks of the kind %s take this option", head, d.EffectiveKind(), network.AfterstateKind)
	case d.EffectiveKind() == network.AfterstateKind && m.Temperature != 0:
		return fmt.Errorf("temperature %v: a network of the kind %s always takes the best action: want 0", m.Temperature, network.AfterstateKind)
	case head != "" && d.Head(head) < 0:
		return fmt.Errorf("head=%s: the network has no such head", head)
	case head != "":
		m.Head = head
	}
	return nil
}

// Fields returns the groups of observation fields that the network takes, comma-separated,
// in the words of the encoder of its game.
func (m *Model) Fields() string { return m.Network.Description().Fields }

// Agent returns a constructor of players of game g. Encoder x must encode [Model.Fields]
// under the rules of the table, and must be safe for concurrent use. Agent fails if the
// network is for another game, other fields, or another action space.
func (m *Model) Agent(g game.Game, x game.Encoder) (func() game.Agent, error) {
	d := m.Network.Description()
	if kind := d.EffectiveKind(); kind != network.PolicyKind {
		return nil, fmt.Errorf("%s cannot play here: it is of the kind %s", m.path, kind)
	}
	if err := d.Fits(g, x.Layout(), network.Policy); err != nil {
		return nil, fmt.Errorf("%s cannot play here: %w", m.path, err)
	}
	head, name := d.Head(network.Policy), m.Name()
	return func() game.Agent {
		p := NewPlayer(&policy{m.Network.NewEvaluator(), head}, x, m.Temperature)
		p.name = name
		return p
	}, nil
}

// AfterstateAgent is [Model.Agent] for a network of the kind "afterstate". Instead of an
// encoder, the players use readers of afterstates, which write fields of layout l.
func (m *Model) AfterstateAgent(g game.Game, l game.Layout, reader func() greedy.Reader) (func() game.Agent, error) {
	d := m.Network.Description()
	if kind := d.EffectiveKind(); kind != network.AfterstateKind {
		return nil, fmt.Errorf("%s cannot play here: it is of the kind %s", m.path, kind)
	}
	if err := d.Fits(g, l, m.Head); err != nil {
		return nil, fmt.Errorf("%s cannot play here: %w", m.path, err)
	}
	name := m.Name()
	return func() game.Agent {
		p := greedy.NewPlayer(reader(), m.Network, m.Head)
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
