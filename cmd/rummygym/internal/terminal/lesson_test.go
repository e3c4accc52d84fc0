package terminal

import (
	"path/filepath"
	"strings"
	"testing"

	"rummygym/internal/catalog"
	"rummygym/internal/must"
	"rummygym/internal/session"
)

// The lessons by lines: each step, a wrong choice and its reason, the end, and skipping.
func TestPlainLessons(t *testing.T) {
	testdata := must.Get(filepath.Abs("testdata"))(t)
	for _, c := range []struct{ name, args, input string }{
		{"lessons-indian", "--lesson", "draw\ntake\n2c\nqd\ndraw\njc\ndeclare jc\nskip\ndraw\ndrop\n"},
		{"lessons-gin", "--game gin --lesson=3", "draw\n7s\nkh\npass\n7s\n8s\npass\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			inFolder(t)
			status, out, errs := program.Run(t, c.input, append([]string{"play", "--plain"}, strings.Fields(c.args)...)...)
			if status != 0 || errs != "" {
				t.Fatalf("exit status %d, %s", status, errs)
			}
			must.Match(t, filepath.Join(testdata, c.name+".txt"), out)
			if files := must.Get(filepath.Glob("*"))(t); files != nil {
				t.Errorf("a lesson leaves the files %v", files)
			}
		})
	}
}

func TestLessonFlags(t *testing.T) {
	inFolder(t)
	for args, want := range map[string]string{
		"--lesson=4":                "--lesson: lesson 4 of Indian Rummy: there are 3",
		"--lesson --preset club":    "--preset: the lessons have their own rules: leave it out",
		"--lesson --game gin-match": "--lesson: lesson 1 of Gin Rummy Match: there are 0",
		"--lesson --level easy":     "--lesson and --level exclude each other",
	} {
		status, _, errs := program.Run(t, "", append([]string{"play"}, strings.Fields(args)...)...)
		if status != 2 || !strings.Contains(errs, want) {
			t.Errorf("play %s: exit status %d, %q, want %q", args, status, errs, want)
		}
	}
	// At the end of input a lesson ends.
	if _, out, _ := program.Run(t, "take\n", "play", "--lesson"); !strings.HasSuffix(out, "Discard which card?\n") {
		t.Errorf("a lesson that is left ends with %q", out)
	}
}

// On the screen a lesson is a page before each choice.
func TestScreenLesson(t *testing.T) {
	s := must.Get(session.New(session.Config{Rules: catalog.Indian.Defaults(), Lesson: 1}))(t)
	defer s.Close()
	m := started(s, 1)
	shows := func(part string) {
		t.Helper()
		mustFit(t, m.draw(), m.width, m.height)
		screen := plainText(m.draw())
		if !strings.Contains(strings.Join(strings.Fields(screen), " "), part) {
			t.Fatalf("the screen does not show %q:\n%s", part, screen)
		}
	}
	shows("You need two sequences, one of them pure.")
	press(m, "Enter")
	shows("Indian Rummy, lesson 1 of 3: The pure sequence")
	press(m, "1")
	shows("Not that. 4♥ 5♥ 6♥ would be a pure sequence.")
	press(m, "Enter")
	press(m, "2")
	shows("Right. 4♥ 5♥ 6♥ is a pure sequence.")
	press(m, "Enter")
	press(m, "h")
	shows("Which card do you need least?")
	press(m, "Enter")
	if !press(m, "Escape") || m.err != errSkip {
		t.Errorf("the key to skip the lesson gives the error %v", m.err)
	}
}
