package commands

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"rummygym/internal/agents/spec"
	"rummygym/internal/catalog"
	"rummygym/internal/must"
)

// agentsOutput runs the command agents and returns what it prints.
func agentsOutput(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	cmd := NewAgentsCommand()
	cmd.SetArgs(append([]string{}, args...)) // nil would be those of the test
	cmd.SetOut(&out)
	cmd.SetErr(&out)
	cmd.SilenceUsage, cmd.SilenceErrors = true, true
	err := cmd.Execute()
	return out.String(), err
}

func TestAgentsTable(t *testing.T) {
	out := must.Get(agentsOutput(t))(t)
	lines := strings.Split(strings.TrimSuffix(strings.Replace(out, "\n\n", "\n", 1), "\n"), "\n")
	if want := "AGENT OPTION DEFAULT VALUES MEANING"; strings.Join(strings.Fields(lines[0]), " ") != want {
		t.Errorf("head is %q, want %q", lines[0], want)
	}
	var want []string
	for _, e := range catalog.Indian.Agents() {
		want = append(want, e.Name)
		for _, o := range e.Options {
			want = append(want, o.Name)
		}
	}
	want = append(want, "LEVEL")
	for _, l := range catalog.Indian.Levels {
		want = append(want, l.Name)
	}
	if len(lines) != 1+len(want) {
		t.Fatalf("%d lines, want %d:\n%s", len(lines), 1+len(want), out)
	}
	for i, w := range want {
		if got := strings.Fields(lines[i+1]); got[0] != w {
			t.Errorf("line %d starts with %q, want %q", i+2, got[0], w)
		}
	}
}

func TestAgentsJSON(t *testing.T) {
	out := must.Get(agentsOutput(t, "--format", "json"))(t)
	var got []struct {
		Name, Doc string
		Options   []struct {
			Name, Default, Doc string
			Values             []string
		}
	}
	must.Do(t, json.Unmarshal([]byte(out), &got))
	list := catalog.Indian.Agents()
	if len(got) != len(list) {
		t.Fatalf("%d agents, want %d", len(got), len(list))
	}
	for i, e := range list {
		if got[i].Name != e.Name || got[i].Doc != e.Doc || len(got[i].Options) != len(e.Options) {
			t.Errorf("agent %d is %+v, want %+v", i, got[i], e)
		}
		for j, o := range got[i].Options {
			if w := e.Options[j]; o.Name != w.Name || o.Default != w.Default || o.Doc != w.Doc || len(o.Values) != len(w.Values) {
				t.Errorf("option %d of %s is %+v, want %+v", j, e.Name, o, w)
			}
		}
	}
}

// An agent is found in whatever game has it.
func TestAgentsOfOne(t *testing.T) {
	for name, g := range map[string]*catalog.GameType{"fitness": catalog.Gin, "min-dist:drop=3": catalog.Indian, "random": catalog.Indian} {
		out := must.Get(agentsOutput(t, name, "--format", "json"))(t)
		var got spec.List
		must.Do(t, json.Unmarshal([]byte(out), &got))
		want, _, _ := strings.Cut(name, ":")
		if len(got) != 1 || got[0].Name != want || got[0].Game != g.Name {
			t.Errorf("%s: %s", name, out)
		}
	}
	if out, err := agentsOutput(t, "random", "--game", "gin"); err != nil || strings.Count(out, "\n") != 2 || strings.Contains(out, "fold") {
		t.Errorf("random of gin: %v\n%s", err, out)
	}
}
