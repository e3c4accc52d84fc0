package page_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

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
	if err := os.WriteFile(path, []byte("<!-- begin a -->\nold\n<!-- end a -->\n<!-- begin b -->\n<!-- end b -->\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"b", "a"} {
		if err := page.Rewrite(path, name, "new "+name+"\n"); err != nil {
			t.Fatal(err)
		}
	}
	const want = "<!-- begin a -->\nnew a\n<!-- end a -->\n<!-- begin b -->\nnew b\n<!-- end b -->\n"
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("the page is %q, %v, want %q", got, err, want)
	}
	if err := page.Rewrite(path, "c", ""); err == nil || !strings.Contains(err.Error(), path+": want the lines") {
		t.Errorf("error %v", err)
	}
}
