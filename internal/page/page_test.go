package page_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rummygym/internal/must"
	"rummygym/internal/page"
)

func TestReplace(t *testing.T) {
	got, err := page.Replace("a <!-- begin x -->\nold <!-- end x --> b", "x", "new ")
	if want := "a <!-- begin x -->\nnew <!-- end x --> b"; err != nil || got != want {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	for _, bad := range []string{"", "<!-- begin x -->\n", "<!-- end x --><!-- begin x -->\n", strings.Repeat("<!-- begin x -->\n<!-- end x -->\n", 2)} {
		if _, err := page.Replace(bad, "x", ""); err == nil {
			t.Errorf("%q: no error", bad)
		}
	}
}

func TestRewrite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "page.md")
	must.Do(t, os.WriteFile(path, []byte("<!-- begin a -->\nold\n<!-- end a -->\n<!-- begin b -->\n<!-- end b -->\n"), 0o666))
	for _, name := range []string{"b", "a"} {
		must.Do(t, page.Rewrite(path, name, "new "+name+"\n"))
	}
	const want = "<!-- begin a -->\nnew a\n<!-- end a -->\n<!-- begin b -->\nnew b\n<!-- end b -->\n"
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("the page is %q, %v, want %q", got, err, want)
	}
	must.Fail(t, page.Rewrite(path, "c", ""), path+": want the lines")
}
