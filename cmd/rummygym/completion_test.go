package main

import (
	"os/exec"
	"strings"
	"testing"
)

// TestCompletion asks for the completions of command lines as shells do.
func TestCompletion(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, games := range []string{"20", "120"} {
		if status, _, errs := run(t.Context(), "collect", "--agents", "random,random", "--games", games, "--out", "data"+games, "--fields", "none"); status != 0 {
			t.Fatal(errs)
		}
	}
	for _, c := range []struct {
		line string   // the last word is the one to complete, "" if the line ends with a space
		want []string // completions, without descriptions
		not  string
	}{
		{"tourn", []string{"tournament"}, "collect"},
		{"comp", []string{"completion"}, ""},
		{"dataset ", []string{"info", "head", "validate"}, "collect"},
		{"tournament --form", []string{"--format"}, "--games"},
		{"tournament --format ", []string{"table", "json", "csv"}, "gin"},
		{"tournament --game ", []string{"indian", "gin"}, ""},
		{"tournament --preset ", []string{"paper", "club"}, "eaai"},
		{"tournament --game gin --preset ", []string{"eaai", "classic"}, "club"},
		{"tournament --agents min-d", []string{"min-dist", "min-dist-opp"}, "sigra"},
		{"tournament --game gin --agents simple,", []string{"simple,sigra", "simple,stubborn"}, "simple,min-dist"},
		{"tournament --agents random,min-dist:", []string{"random,min-dist:drop=", "random,min-dist:variant="}, "random,random"},
		{"tournament --agents min-dist:drop=3:variant=", []string{"min-dist:drop=3:variant=released"}, ""},
		{"eval min-dist --against min-s", []string{"min-score"}, ""},
		{"eval learn", []string{"learned"}, ""},
		{"eval --game gin sig", []string{"sigra"}, ""},
		{"tournament --wildcard ", []string{"next-card"}, ""},
		{"eval learned:", []string{"learned:standard"}, "learned:head="},
		{"eval learned:standard:", []string{"learned:standard:head="}, "learned:standard"},
		{"eval search:playout=", []string{"search:playout=min-dist"}, ""},
		{"eval search:playout={min-dist:dr", []string{"search:playout={min-dist:drop="}, ""},
		{"play --adviser ", []string{"min-dist-opp"}, ""},
		{"train mc --opponents self,2:", []string{"self,2:min-dist"}, "min-dist"},
		{"train belief --players 4:min-dist:", []string{"4:min-dist:drop="}, ""},
		{"tune min-dist-opp --option ", []string{"drop", "variant"}, "fold"},
		{"shapley --game gin fitness --options falls,", []string{"falls,unmeldable"}, "drop"},
		{"tournament --compare ", []string{"authors", "sigra-paper"}, ""},
		{"collect --format ", []string{"arrow", "stream", "parquet"}, "csv"},
		{"dataset convert --compression ", []string{"zstd", "none"}, ""},
		{"collect --rows ", []string{"all", "plays", "last-play"}, ""},
		{"dataset head --format ", []string{"table", "csv"}, "parquet"},
		{"dataset head data20 --episode ", []string{"0", "7", "19"}, "20"},
		{"review data20 --episode 1", []string{"1", "10", "19"}, "2"},
		{"replay data120 --episode ", []string{"0", "9"}, "10"},
		{"replay data120 --episode 11", []string{"11", "110", "119"}, "12"},
		{"dataset export data120 --episode 1", []string{"1", "12"}, "110"},
		{"replay none --episode ", nil, "0"},
	} {
		words := append([]string{"__complete"}, strings.Split(c.line, " ")...)
		status, out, errs := run(t.Context(), words...)
		var got []string
		for line := range strings.Lines(out) {
			word, _, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
			got = append(got, word)
		}
		text := "\n" + strings.Join(got, "\n") + "\n"
		for _, w := range c.want {
			if status != 0 || !strings.Contains(text, "\n"+w+"\n") {
				t.Errorf("%q: exit status %d, %s; %q is not among %q", c.line, status, errs, w, got)
			}
		}
		if c.not != "" && strings.Contains(text, "\n"+c.not+"\n") {
			t.Errorf("%q: %q is among %q", c.line, c.not, got)
		}
	}
	_, script, _ := run(t.Context(), "completion", "bash")
	if strings.Contains(script, `handle_special_char "$cur"`) || !strings.Contains(script, `    __rummygym_cut "$cur"`) {
		t.Error("completion bash: the script cuts words as cobra's does")
	}
	for _, c := range [][3]string{ // the word so far, a completion, and what bash puts in place of its last part
		{"min-dist:variant=re", "min-dist:variant=released", "released"},
		{"random,min-dist:dr", "random,min-dist:drop=", "drop="},
		{"search:playout={min-dist:dr", "search:playout={min-dist:drop=", "drop="},
		{"--format=ta", "--format=table", "table"},
		{"min-d", "min-dist", "min-dist"},
	} {
		out, err := exec.Command("bash", "-c", script+`
COMP_WORDBREAKS=$' \t\n"\'><=;|&(:' COMPREPLY=("$2"); __rummygym_cut "$1"; echo "${COMPREPLY[0]}"`, "bash", c[0], c[1]).Output()
		if string(out) != c[2]+"\n" || err != nil {
			t.Errorf("bash completes %s by %q, want %q: %v", c[0], out, c[2], err)
		}
	}
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if status, out, errs := run(t.Context(), "completion", shell); status != 0 || !strings.Contains(out, "rummygym") {
			t.Errorf("completion %s: exit status %d, %s", shell, status, errs)
		}
	}
}
