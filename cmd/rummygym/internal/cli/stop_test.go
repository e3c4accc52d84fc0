package cli

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"

	"rummygym/internal/must"
	"rummygym/internal/recipe"

	"github.com/spf13/cobra"
)

// TestResumeLine gives the printed line's flags to the command again.
func TestResumeLine(t *testing.T) {
	var agents, again []string
	newCommand := func(to *[]string) *cobra.Command {
		cmd := &cobra.Command{Use: "play"}
		cmd.Flags().StringSliceVar(to, "agents", nil, "")
		return cmd
	}
	cmd := newCommand(&agents)
	list := `simple,"exec:{bot ""a b"" x,y}"`
	must.Do(t, cmd.Flags().Set("agents", list))
	if len(agents) != 2 || agents[1] != `exec:{bot "a b" x,y}` {
		t.Fatalf("agents %q", agents)
	}
	if got, want := ResumeLine(cmd, "games.arrow"), `play --agents '`+list+`' --resume games.arrow`; got != want {
		t.Errorf("the line is\n%s\nwant\n%s", got, want)
	}
	if err := newCommand(&again).Flags().Set("agents", list); err != nil || again[1] != agents[1] {
		t.Errorf("agents %q, %v", again, err)
	}
}

// TestGameBarIsSilentElsewhere checks that only terminals get a progress bar.
func TestGameBarIsSilentElsewhere(t *testing.T) {
	var out bytes.Buffer
	show := func(w io.Writer) {
		p := newProgress(w, nil)
		p.step(recipe.Progress{Unit: "games", Done: 1, Total: 2})
		p.close()
	}
	show(&out)
	file := must.Get(os.Create(filepath.Join(t.TempDir(), "log")))(t)
	defer file.Close()
	show(file)
	if info, err := file.Stat(); err != nil || info.Size() != 0 || out.Len() != 0 {
		t.Errorf("the bar wrote %d bytes to a buffer and %d to a file, want none (error %v)", out.Len(), info.Size(), err)
	}
}
