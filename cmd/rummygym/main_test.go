package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
)

// command runs a command line in this process with the given standard input and
// returns its exit status and what it wrote.
func command(t *testing.T, stdin string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	status = run(context.Background(), args, strings.NewReader(stdin), &out, &errs)
	return status, out.String(), errs.String()
}

// succeed is command where exit status 0 is demanded. It returns standard output.
func succeed(t *testing.T, args ...string) string {
	t.Helper()
	status, out, errs := command(t, "", args...)
	if status != 0 {
		t.Fatalf("rummygym %s: exit status %d, %s", strings.Join(args, " "), status, errs)
	}
	return out
}

// fail is command where exit status 1, a message and no result are demanded. It
// returns the message.
func fail(t *testing.T, args ...string) string {
	t.Helper()
	status, out, errs := command(t, "", args...)
	if status != 1 || errs == "" || out != "" {
		t.Fatalf("rummygym %s: exit status %d, output %q, message %q; want 1, no output and a message", strings.Join(args, " "), status, out, errs)
	}
	return errs
}

// wantAll reports every word that the text does not hold.
func wantAll(t *testing.T, text string, words ...string) {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(text, w) {
			t.Errorf("%q is missing in:\n%s", w, text)
		}
	}
}
