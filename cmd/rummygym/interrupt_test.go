//go:build unix

package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/internal/catalog"
	"rummygym/internal/must"
)

// TestMain runs a program instead of the tests if the first argument names one of these.
func TestMain(m *testing.M) {
	programs := map[string]func(){"rummygym": main, "bot": bot, "hold": hold}
	if len(os.Args) > 1 && programs[os.Args[1]] != nil {
		run := programs[os.Args[1]]
		os.Args = append(os.Args[:1:1], os.Args[2:]...)
		run()
		return
	}
	os.Exit(m.Run())
}

// hold opens a pipe to write, and holds it open for ever.
func hold() {
	if _, err := os.OpenFile(os.Args[1], os.O_WRONLY, 0); err != nil {
		panic(err)
	}
	select {}
}

// bot plays at random by the agent protocol, and ignores SIGTERM. It has a child that holds a pipe open, and writes a
// line to the pipe when the given number of games has ended. With 0 it writes the line at its
// first question, which it does not answer.
func bot() {
	signal.Ignore(syscall.SIGTERM)
	pipe := os.Args[1]
	games, err := strconv.Atoi(os.Args[2])
	if err != nil {
		panic(err)
	}
	if err := exec.Command(os.Args[0], "hold", pipe).Start(); err != nil {
		panic(err)
	}
	tell, err := os.OpenFile(pipe, os.O_WRONLY, 0)
	if err != nil {
		panic(err)
	}
	questions, to := io.Pipe()
	go func() {
		ends := 0
		for in := bufio.NewReader(os.Stdin); ; {
			line, err := in.ReadBytes('\n')
			if err != nil {
				to.CloseWithError(err)
				return
			}
			switch {
			case games == 0 && bytes.Contains(line, []byte(`"type":"act"`)):
				fmt.Fprintln(tell, "asked")
				select {}
			case bytes.Contains(line, []byte(`"type":"end"`)):
				if ends++; ends == games {
					fmt.Fprintln(tell, "played")
				}
			}
			if _, err := to.Write(line); err != nil {
				return
			}
		}
	}()
	if err := catalog.ServeAgent(questions, os.Stdout, "random", 8); err != nil {
		panic(err)
	}
}

// interrupt starts a command of rummygym whose arguments name a bot, sends it the signals when the
// bot has written its line, and returns its exit status and standard error. What it prints is lost. No
// process must be left of the bot or its child.
func interrupt(t *testing.T, dir string, games int, args []string, signals ...os.Signal) (status int, stderr string) {
	t.Helper()
	pipe := filepath.Join(dir, "pipe") // part of the name of the agent
	if err := syscall.Mkfifo(pipe, 0o600); err != nil && !errors.Is(err, fs.ErrExist) {
		t.Fatal(err)
	}
	r := must.Get(os.OpenFile(pipe, os.O_RDONLY|syscall.O_NONBLOCK, 0))(t)
	defer r.Close()
	w := must.Get(os.OpenFile(pipe, os.O_WRONLY, 0))(t) // until the bot has opened the pipe
	args = append([]string{"rummygym"}, args...)
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "BOT", fmt.Sprintf("exec:{%s bot %s %d}:move=1h", os.Args[0], pipe, games))
	}
	var errs bytes.Buffer
	cmd := exec.Command(os.Args[0], args...)
	cmd.Dir, cmd.Stderr = dir, &errs
	if full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0); err == nil { // as a terminal that is gone
		defer full.Close()
		cmd.Stdout = full
	}
	if err := cmd.Start(); err != nil {
		w.Close()
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait()
		w.Close()
		close(ended)
	}()
	if line, err := bufio.NewReader(io.LimitReader(r, 6)).ReadString('d'); err != nil {
		<-ended
		t.Fatalf("the bot writes %q, %v; %s", line, err, &errs)
	}
	for _, s := range signals {
		must.Do(t, cmd.Process.Signal(s))
	}
	<-ended
	if _, err := io.ReadAll(r); err != nil { // returns when no process holds the pipe
		t.Error(err)
	}
	return cmd.ProcessState.ExitCode(), errs.String()
}

var stoppedAfter = regexp.MustCompile(`stopped after ([0-9]+) of ([0-9]+) games; resume with:\n.* --resume `)

// TestInterruptPrograms stops commands with outside programs by ctrl-C. They end the programs with
// their children, and can be resumed.
func TestInterruptPrograms(t *testing.T) {
	for _, args := range [][]string{
		{"tournament", "--game", "gin", "--agents", "BOT,simple"},
		{"ladder", "--game", "gin", "--agents", "BOT,simple"},
		{"eval", "BOT", "--game", "gin", "--against", "simple"},
	} {
		t.Run(args[0], func(t *testing.T) {
			dir := t.TempDir()
			played := 0
			for _, flag := range []string{"--checkpoint", "--resume"} {
				status, text := interrupt(t, dir, 10, append(args[:len(args):len(args)], "--games", "1000000", flag, "games.arrow"), os.Interrupt)
				m := stoppedAfter.FindStringSubmatch(text)
				if status != 130 || m == nil {
					t.Fatalf("%s: exit status %d, %s", flag, status, text)
				}
				n, err := strconv.Atoi(m[1])
				if err != nil || n <= played {
					t.Errorf("%s: %d games were played, and %d before: %v", flag, n, played, err)
				}
				played = n
			}
		})
	}
}

// TestInterruptCollect stops collect with an outside program, and resumes it.
func TestInterruptCollect(t *testing.T) {
	dir := t.TempDir()
	args := []string{"collect", "--agents", "BOT,simple", "--game", "gin", "--games", "20000", "--shard-games", "5", "--workers", "1", "--out", "data"}
	finished := 0
	for i := range 2 {
		status, text := interrupt(t, dir, 12, args, os.Interrupt)
		shards, err := filepath.Glob(filepath.Join(dir, "data", "decisions", "shard-*"))
		if status != 130 || !strings.Contains(text, "--resume") || err != nil || len(shards) <= finished {
			t.Errorf("run %d: exit status %d, %d shards after %d, %v: %s", i+1, status, len(shards), finished, err, text)
		}
		finished = len(shards)
		args = append(args, "--resume")
	}
}

// TestInterruptTwice stops a tournament whose program does not answer. The second signal is
// another one, because equal signals may be delivered as one.
func TestInterruptTwice(t *testing.T) {
	status, text := interrupt(t, t.TempDir(), 0, []string{"tournament", "--agents", "BOT,min-dist"}, os.Interrupt, syscall.SIGTERM)
	if status != 130 && status != 143 { // that of the signal that the program reads first
		t.Errorf("exit status %d, %s", status, text)
	}
}

// TestKilled kills commands whose programs do not answer. Nothing is left of the programs.
func TestKilled(t *testing.T) {
	for _, args := range [][]string{
		{"tournament", "--agents", "BOT,simple"},
		{"eval", "BOT", "--against", "simple"},
		{"collect", "--agents", "BOT,simple", "--games", "100", "--out", "data"},
	} {
		t.Run(args[0], func(t *testing.T) {
			args = append(args, "--game", "gin", "--workers", "8")
			if status, text := interrupt(t, t.TempDir(), 0, args, os.Kill); status != -1 {
				t.Errorf("exit status %d, %s", status, text)
			}
		})
	}
}

// TestHangUp stops commands as the end of their terminal does. Under nohup they go on.
func TestHangUp(t *testing.T) {
	if signal.Ignored(syscall.SIGHUP) {
		t.Skip("SIGHUP is ignored, as below nohup")
	}
	status, text := interrupt(t, t.TempDir(), 10, []string{"tournament", "--game", "gin", "--agents", "BOT,simple", "--games", "1000000"}, syscall.SIGHUP)
	if status != 129 || !stoppedAfter.MatchString(text) {
		t.Errorf("exit status %d, want 129 and how to resume: %s", status, text)
	}
	signal.Ignore(syscall.SIGHUP)
	defer signal.Reset(syscall.SIGHUP)
	if status, text := interrupt(t, t.TempDir(), 0, []string{"tournament", "--agents", "BOT,min-dist"}, syscall.SIGHUP, syscall.SIGTERM, os.Interrupt); status != 143 && status != 130 {
		t.Errorf("exit status %d, want that of the other signals: %s", status, text)
	}
}

// TestFullOutput writes to a device that is full: the error is there once, and only if something was written.
func TestFullOutput(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	for _, line := range []string{
		"rules", "agents", "help eval", "eval --help", "--version", "record schema", "positions schema", "dataset schema", "completion bash",
		"solve --wild 7 AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS", "eval min-dist --against random --games 2",
		"tournament --agents random,min-dist --games 2 --format json", "policy show learned:standard",
	} {
		var errs bytes.Buffer
		status := cli.Execute(t.Context(), newRootCommand(), strings.Fields(line), strings.NewReader(""), full, &errs)
		if text := errs.String(); status != 1 || text != "rummygym: /dev/full: no space left on device\n" {
			t.Errorf("%s: exit status %d, %q", line, status, text)
		}
	}
	var errs bytes.Buffer
	if status := cli.Execute(t.Context(), newRootCommand(), []string{"rules", "--no"}, strings.NewReader(""), full, &errs); status != 2 || strings.Contains(errs.String(), "space") {
		t.Errorf("a wrong flag: exit status %d, %q", status, errs.String())
	}
}
