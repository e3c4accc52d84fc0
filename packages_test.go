package rummygym_test

import (
	"go/ast"
	"go/doc"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rummygym/internal/must"
)

// Every public package has a package comment with a usage text or a diagram, and a runnable
// Example; they are few.
func TestPackagesExplainThemselves(t *testing.T) {
	seen := 0
	for _, p := range packages(t) {
		path := inModule(p.ImportPath)
		if strings.Contains(path, "internal") || strings.HasPrefix(path, "cmd/") {
			continue
		}
		seen++
		text, examples := explained(t, path)
		parsed := new(comment.Parser).Parse(text)
		if !slices.ContainsFunc(parsed.Content, func(b comment.Block) bool { _, ok := b.(*comment.Code); return ok }) {
			t.Errorf("%s: the package comment has no usage text or diagram (an indented block)", path)
		}
		runs := slices.ContainsFunc(examples, func(e *doc.Example) bool { return e.Output != "" || e.EmptyOutput })
		if !runs {
			t.Errorf("%s: no runnable Example", path)
		}
	}
	if seen < 10 || seen > 20 {
		t.Fatalf("%d public packages: want at most 20; what no program outside needs goes below internal", seen)
	}
}

// explained returns the package comment and the examples of the package in a folder.
func explained(t *testing.T, dir string) (text string, examples []*doc.Example) {
	entries := must.Get(os.ReadDir(dir))(t)
	var tests []*ast.File
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") {
			continue
		}
		f := must.Get(parser.ParseFile(token.NewFileSet(), filepath.Join(dir, e.Name()), nil, parser.ParseComments))(t)
		if strings.HasSuffix(e.Name(), "_test.go") {
			tests = append(tests, f)
		} else if f.Doc != nil && f.Name.Name != "main" {
			text += f.Doc.Text()
		}
	}
	return text, doc.Examples(tests...)
}
