package cli

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"rummygym/internal/must"

	"github.com/spf13/cobra"
)

const evil = "a\x1b[2Jb\x9bc\u009bd\u202ee\u2066f\x7fg\rh\u2028i♠²\U000e0001j"

// TestVisible writes text with control characters in pieces of all sizes.
func TestVisible(t *testing.T) {
	const want = `a\u001b[2Jb\x9bc\u009bd\u202ee\u2066f\u007fg\u000dh\u2028i♠²\udb40\udc01j` + "\n\tk"
	text := evil + "\n\tk"
	for size := 1; size <= len(text); size++ {
		var b strings.Builder
		v := &visible{w: &b}
		for at := 0; at < len(text); at += size {
			part := text[at:min(at+size, len(text))]
			if n, err := v.Write([]byte(part)); n != len(part) || err != nil {
				t.Fatalf("%d bytes of %d are written: %v", n, len(part), err)
			}
		}
		if err := v.flush(); err != nil || b.String() != want {
			t.Errorf("in pieces of %d: %q, want %q", size, b.String(), want)
		}
	}
	var b strings.Builder
	v := &visible{w: &b}
	v.Write([]byte("\xe2\x99"))
	if v.flush(); b.String() != `\xe2\x99` {
		t.Errorf("half a character: %q", b.String())
	}
	name := strings.ToValidUTF8(evil, "")
	b.Reset()
	must.Do(t, json.NewEncoder(v).Encode(name))
	var again string
	if err := json.Unmarshal([]byte(b.String()), &again); err != nil || again != name || strings.ContainsFunc(b.String(), hidden) {
		t.Errorf("%q is JSON of %q, want of %q (%v)", b.String(), again, name, err)
	}
}

func TestExecuteShowsControlCharacters(t *testing.T) {
	root := &cobra.Command{Use: "x", SilenceErrors: true, SilenceUsage: true, RunE: func(cmd *cobra.Command, _ []string) error {
		cmd.OutOrStdout().Write([]byte(evil))
		return errors.New(evil)
	}}
	var out, messages strings.Builder
	if code := Execute(t.Context(), root, nil, strings.NewReader(""), &out, &messages); code != 1 {
		t.Errorf("status %d", code)
	}
	for _, text := range []string{out.String(), messages.String()} {
		if strings.ContainsFunc(text, hidden) || !strings.Contains(text, `\u001b[2J`) {
			t.Errorf("%q has control characters", text)
		}
	}
}
