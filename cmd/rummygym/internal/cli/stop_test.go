package cli

import (
	"testing"

	"rummygym/internal/must"

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
