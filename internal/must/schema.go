package must

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"testing"
)

// checkSchema reads the schema and the values, and prints those that are not as they should be, and how many there are.
const checkSchema = `
import json, sys
from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match
data = json.load(sys.stdin)
Draft202012Validator.check_schema(data["schema"])
check = Draft202012Validator(data["schema"])
for line in data["good"]:
    if not check.is_valid(line):
        fault = best_match(check.iter_errors(line))
        print("refused:", fault.json_path, fault.message[:300], "in", json.dumps(line)[:300])
for line in data["bad"]:
    if check.is_valid(line): print("accepted:", json.dumps(line)[:300])
print(len(data["good"]), len(data["bad"]))
`

// MatchSchema fails the test unless the schema (draft 2020-12) accepts all good values and refuses all bad ones. The Python library
// jsonschema compares them; without it the test is skipped, or fails in continuous integration.
func MatchSchema(t *testing.T, schema []byte, good, bad [][]byte) {
	t.Helper()
	python := os.Getenv("RUMMYGYM_PYTHON")
	if python == "" {
		python = "python3"
	}
	if out, err := exec.CommandContext(t.Context(), python, "-c", "import jsonschema").CombinedOutput(); err != nil {
		const mend = "set RUMMYGYM_PYTHON to an interpreter with jsonschema (make setup makes .venv/bin/python)"
		if os.Getenv("CI") == "true" {
			t.Fatalf("%s cannot import jsonschema: %v: %s\n%s", python, err, out, mend)
		}
		t.Skipf("NOT CHECKED AGAINST JSONSCHEMA: %s cannot import it (%v); %s", python, err, mend)
	}
	raw := func(values [][]byte) []json.RawMessage {
		all := []json.RawMessage{}
		for _, v := range values {
			all = append(all, v)
		}
		return all
	}
	input, err := json.Marshal(map[string]any{"schema": json.RawMessage(schema), "good": raw(good), "bad": raw(bad)})
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), python, "-c", checkSchema)
	cmd.Stdin = bytes.NewReader(input)
	out, err := cmd.CombinedOutput()
	if want := fmt.Sprintln(len(good), len(bad)); err != nil || string(out) != want {
		t.Errorf("%v: %s, want only %s", err, out, want)
	}
}
