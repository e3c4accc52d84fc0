package catalog

import (
	"encoding/json"
	"fmt"
	"io"

	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/agents/external"
	"rummygym/internal/agents/spec"
	"rummygym/internal/features/text"
	"rummygym/internal/strictjson"
)

// OpenProgram starts the outside program of a spec, as [external.Parse] returns it, for tables with
// the given rules, which must be valid. The caller closes the program after its last game. The agents play at an
// agents.Table, which tells them what their seat sees; [OpenAgent] returns no such agents.
func OpenProgram(r Rules, s spec.Spec) (p *external.Programs, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("agent %q: %w", s.Text, err)
		}
	}()
	g, err := r.NewGame()
	if err != nil {
		return nil, err
	}
	recorded, err := record.Of(g)
	if err != nil {
		return nil, err
	}
	// The header of a record has the rules in their canonical form.
	rules, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	header, err := record.NewHeader(g, r.Type().Env, rules, nil)
	if err != nil {
		return nil, err
	}
	t := r.Type()
	return external.Open(s, external.Config{
		Game: recorded, Rules: header.Rules, Words: r.Text(), Fields: t.Fields,
		Encoder: func(groups string) (game.Encoder, error) {
			x, _, err := r.Encoder(groups)
			return x, err
		},
		Text: func(options json.RawMessage) (*text.Writer, error) {
			o := text.Default()
			if err := strictjson.UnmarshalKnown(options, &o); err != nil {
				return nil, err
			}
			described, err := record.Describe(g)
			if err != nil {
				return nil, err
			}
			return text.New(text.Source{Game: described, Header: header, Title: t.Title, Phrases: t.Phrases, Facts: t.Facts}, o)
		},
	})
}

// ServeAgent serves the agent of a spec, one of [GameType.Agents], by the agent protocol: it
// answers the lines of in on out until in ends, at up to the given number of tables at once. The
// first line names the game and the rules. See [external.Serve].
func ServeAgent(in io.Reader, out io.Writer, text string, tables int) error {
	return external.Serve(in, out, tables, func(h *external.Hello) (s external.Served, err error) {
		t, err := GameByName(h.Game)
		if err != nil {
			return s, err
		}
		r, err := t.ReadRules(h.Rules)
		if err != nil {
			return s, fmt.Errorf("rules: %w", err)
		}
		g, err := r.NewGame()
		if err != nil {
			return s, fmt.Errorf("rules: %w", err)
		}
		if s.Game, err = record.Of(g); err != nil {
			return s, fmt.Errorf("agents of the game %s cannot be served: %w", t.Name, err)
		}
		s.New, s.Name, err = OpenAgent(r, text)
		return s, err
	})
}
