// Command fuzz runs every fuzz target of the module, one after another, and prints how many
// inputs each has tried. It finds the targets by "go test -list".
//
// Usage:
//
//	go run ./internal/fuzz -minutes 10
//	go run ./internal/fuzz -minutes 1 -run 'Decode|Solve'
//
// Inputs that reach new code are kept in the cache of the go command, from one run to the
// next; "go clean -fuzzcache" removes them. An input that fails is written to testdata/fuzz of
// its package, where "go test" runs it from then on; the exit status is then 1.
package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"time"

	"rummygym/internal/page"
)

// target is a fuzz target.
type target struct {
	pkg, name  string
	executions int64
	kept       int64 // inputs in the corpus
	failed     bool
}

func main() {
	minutes := flag.Float64("minutes", 5, "time for all targets together, without their compilation")
	pattern := flag.String("run", "", "regular expression of the targets to run")
	write := flag.String("table", "", "Markdown file whose table is rewritten")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *minutes, *pattern, *write); err != nil {
		fmt.Fprintln(os.Stderr, "fuzz:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, minutes float64, pattern, write string) error {
	match, err := regexp.Compile(pattern)
	if err != nil {
		return fmt.Errorf("-run: %w", err)
	}
	all, err := targets(ctx, match)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		return fmt.Errorf("-run %q: no target has such a name", pattern)
	}
	each := time.Duration(minutes * float64(time.Minute) / float64(len(all)))
	failed := 0
	for _, t := range all {
		if err := t.run(ctx, each.String(), os.Stderr); err != nil {
			return err
		}
		if t.failed {
			failed++
		}
	}
	text := table(all, each)
	fmt.Print(text)
	if write != "" {
		if err := page.Rewrite(write, "fuzz", text); err != nil {
			return err
		}
	}
	if failed > 0 {
		return fmt.Errorf("%d targets have failed; their inputs are in testdata/fuzz of the packages", failed)
	}
	return nil
}

// listed matches the line of "go test -list" that ends the names of a package.
var listed = regexp.MustCompile(`^ok\s+(\S+)`)

// targets returns the targets of the module whose package and name match.
func targets(ctx context.Context, match *regexp.Regexp) ([]*target, error) {
	out, err := goCommand(ctx, "list", "-f", `{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}`, "./...")
	if err != nil {
		return nil, err
	}
	out, err = goCommand(ctx, append([]string{"test", "-list", "^Fuzz"}, strings.Fields(string(out))...)...)
	if err != nil {
		return nil, err
	}
	return parse(bytes.NewReader(out), match), nil
}

// parse reads the output of "go test -list": the names of each package, and after them its
// path.
func parse(out io.Reader, match *regexp.Regexp) (all []*target) {
	var names []string
	for lines := bufio.NewScanner(out); lines.Scan(); {
		line := lines.Text()
		if strings.HasPrefix(line, "Fuzz") {
			names = append(names, line)
			continue
		}
		if m := listed.FindStringSubmatch(line); m != nil {
			for _, name := range names {
				if match.MatchString(m[1] + "." + name) {
					all = append(all, &target{pkg: m[1], name: name})
				}
			}
			names = nil
		}
	}
	return all
}

// goCommand returns the output of the go command.
func goCommand(ctx context.Context, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go %s: %w\n%s", args[0], err, out)
	}
	return out, nil
}

// run fuzzes for a time such as "10s", or a number of executions such as "100x", and copies
// what is printed to log.
func (t *target) run(ctx context.Context, length string, log io.Writer) error {
	cmd := exec.CommandContext(ctx, "go", "test", "-run", "^$", "-fuzz", "^"+t.name+"$", "-fuzztime", length, "-fuzzminimizetime", "1s", t.pkg)
	var out bytes.Buffer
	cmd.Stdout = io.MultiWriter(&out, log)
	cmd.Stderr = cmd.Stdout
	fmt.Fprintf(log, "%s %s\n", t.pkg, t.name)
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) || ctx.Err() != nil {
		return errors.Join(err, ctx.Err())
	}
	t.failed = err != nil
	t.read(out.String())
	return nil
}

// progress matches a line of the fuzzing engine; the last one counts.
var progress = regexp.MustCompile(`execs: (\d+) .*\(total: (\d+)\)`)

func (t *target) read(out string) {
	for _, m := range progress.FindAllStringSubmatch(out, -1) {
		t.executions, _ = strconv.ParseInt(m[1], 10, 64) // digits
		t.kept, _ = strconv.ParseInt(m[2], 10, 64)
	}
}

// table returns the table in Markdown.
func table(all []*target, each time.Duration) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %v for each target on %d cores.\n\n", time.Now().UTC().Format(time.DateOnly), each.Round(time.Second), runtime.NumCPU())
	b.WriteString("| target | executions | inputs kept | failed |\n|---|--:|--:|---|\n")
	var sum target
	for _, t := range all {
		_, path, _ := strings.Cut(t.pkg, "/")
		failed := "no"
		if t.failed {
			failed = "yes"
		}
		fmt.Fprintf(&b, "| %s %s | %d | %d | %s |\n", path, t.name, t.executions, t.kept, failed)
		sum.executions += t.executions
		sum.kept += t.kept
	}
	fmt.Fprintf(&b, "| all %d | %d | %d | |\n", len(all), sum.executions, sum.kept)
	return b.String()
}
