package plaintext_test

import (
	"strings"
	"testing"

	"rummygym/internal/must"
	"rummygym/internal/plaintext"
)

func TestBrief(t *testing.T) {
	many, hundred := strings.Repeat("é ", 10_000), strings.Repeat("é", 100)
	for text, want := range map[string]string{
		`card "` + many + `": want "TD"`:                   `card "` + many[:150] + `…": want "TD"`,
		`"` + strings.Repeat(`\"`, 200) + `" is bad`:       `"` + strings.Repeat(`\"`, 50) + `…" is bad`,
		"--seed " + hundred + "é: want a number":           "--seed " + hundred + "…: want a number",
		"short " + hundred + ` "` + hundred + `"`:          "short " + hundred + ` "` + hundred + `"`,
		"/tmp/" + hundred + "é/x: no such file":            "/tmp/" + hundred + "é/x: no such file",
		"[0,0," + strings.Repeat("0,", 9000) + "/] is bad": "[0,0," + strings.Repeat("0,", 47) + "0… is bad",
	} {
		must.Equal(t, plaintext.Brief(text), want, "%.100s", text)
	}
}
