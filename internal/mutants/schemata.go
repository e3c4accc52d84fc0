package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Mutant schemata: all mutants of a package in one binary. The variable MUTANT of the environment
// chooses one, by its number from 1. Each operator becomes a call with the number of its first mutant:
//
//	a < b     mutantLSS(7, a, b)
//	a == b    ((a == b) != mutantIs(9))
//	a++       mutantINC(10, &a)
//	-a        mutantNEG(11, a)
//
// Where that does not compile, as in constants, the mutants of the line are left to a build of their own.

// names are the parts of function names for the tokens.
var names = map[token.Token]string{
	token.ADD: "ADD", token.SUB: "SUB", token.MUL: "MUL", token.QUO: "QUO", token.REM: "REM",
	token.LSS: "LSS", token.LEQ: "LEQ", token.GTR: "GTR", token.GEQ: "GEQ", token.INC: "INC", token.DEC: "DEC",
}

// functionsOf returns the source of the functions, a file of the package.
func functionsOf(pkg string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `package %s

import (
	mutantos "os"
	mutantstrconv "strconv"
)

var mutantOn, _ = mutantstrconv.Atoi(mutantos.Getenv("MUTANT"))

type mutantInteger interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

type mutantNumber interface{ mutantInteger | ~float32 | ~float64 }

func mutantIs(n int) bool { return mutantOn == n }

func mutantNEG[T mutantNumber](n int, a T) T {
	if mutantOn == n {
		return a
	}
	return -a
}
`, pkg)
	for _, from := range slices.Sorted(maps.Keys(names)) {
		to := replacements[from]
		switch from {
		case token.INC, token.DEC:
			fmt.Fprintf(&b, "\nfunc mutant%s[T mutantNumber](n int, a *T) {\n\tif mutantOn == n {\n\t\t*a%v\n\t} else {\n\t\t*a%v\n\t}\n}\n", names[from], to[0], from)
			continue
		}
		constraint, result := "mutantNumber", "T"
		if from == token.REM {
			constraint = "mutantInteger"
		}
		if len(to) == 2 {
			constraint, result = "mutantNumber | ~string", "bool"
		}
		fmt.Fprintf(&b, "\nfunc mutant%s[T %s](n int, a, b T) %s {\n\tswitch mutantOn - n {\n", names[from], constraint, result)
		for i, to := range to {
			fmt.Fprintf(&b, "\tcase %d:\n\t\treturn a %v b\n", i, to)
		}
		fmt.Fprintf(&b, "\t}\n\treturn a %v b\n}\n", from)
	}
	return b.String()
}

// An edit replaces length bytes at offset by text. Of the edits at one offset the order counts.
type edit struct {
	offset, length, order int
	text                  string
}

// instrument returns the source with calls for the operators at the offsets in numbers.
func instrument(path string, source []byte, numbers map[int]int) ([]byte, error) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var edits []edit
	order := 0
	ast.Inspect(file, func(n ast.Node) bool {
		at := func(pos token.Pos, length int, closing bool, text string) {
			e := edit{set.Position(pos).Offset, length, order, text}
			if closing { // what was opened last is closed first
				e.order = -order
			}
			edits = append(edits, e)
		}
		number := func(pos token.Pos) (int, bool) {
			n, ok := numbers[set.Position(pos).Offset]
			order++
			return n, ok
		}
		switch n := n.(type) {
		case *ast.BinaryExpr:
			m, ok := number(n.OpPos)
			switch {
			case !ok:
			case n.Op == token.EQL || n.Op == token.NEQ:
				at(n.X.Pos(), 0, false, "((")
				at(n.Y.End(), 0, true, fmt.Sprintf(") != mutantIs(%d))", m))
			default:
				at(n.X.Pos(), 0, false, fmt.Sprintf("mutant%s(%d, ", names[n.Op], m))
				at(n.OpPos, len(n.Op.String()), false, ",")
				at(n.Y.End(), 0, true, ")")
			}
		case *ast.IncDecStmt:
			if m, ok := number(n.TokPos); ok {
				at(n.X.Pos(), 0, false, fmt.Sprintf("mutant%s(%d, &", names[n.Tok], m))
				at(n.TokPos, 2, false, ")")
			}
		case *ast.UnaryExpr:
			if m, ok := number(n.OpPos); ok && n.Op == token.SUB {
				at(n.OpPos, 1, false, fmt.Sprintf("mutantNEG(%d, ", m))
				at(n.X.End(), 0, true, ")")
			}
		}
		return true
	})
	slices.SortFunc(edits, func(a, b edit) int {
		return cmp.Or(cmp.Compare(a.offset, b.offset), cmp.Compare(a.order, b.order))
	})
	var out []byte
	last := 0
	for _, e := range edits {
		out = append(append(out, source[last:e.offset]...), e.text...)
		last = e.offset + e.length
	}
	return append(out, source[last:]...), nil
}

// place matches the place of an error of the compiler.
var place = regexp.MustCompile(`(?m)^(\S+\.go):(\d+):\d+: `)

// schemata builds the binary with the mutants and sets the numbers of those that it contains.
func (s *suite) schemata(ctx context.Context, mutants []mutant) error {
	replace := map[string]string{}
	folder := filepath.Join(s.scratch, "schemata")
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	functions := filepath.Join(folder, "zmutants.go")
	replace[filepath.Join(s.pkg.Dir, "zmutants.go")] = functions
	numbers := map[string]map[int]int{} // by file and offset
	s.numbers = map[string]int{}
	lines := map[string]map[string]bool{} // by file: lines that do not compile
	for i, m := range mutants {
		if numbers[m.File] == nil {
			numbers[m.File], lines[m.File] = map[int]int{}, map[string]bool{}
			replace[filepath.Join(s.pkg.Dir, m.File)] = filepath.Join(folder, m.File)
		}
		if _, second := numbers[m.File][m.offset]; !second {
			numbers[m.File][m.offset] = i + 1
		}
		s.numbers[m.key()] = i + 1
	}
	overlay := filepath.Join(s.scratch, "schemata.json")
	data, err := json.Marshal(map[string]map[string]string{"Replace": replace})
	if err != nil {
		return err
	}
	if err := errors.Join(os.WriteFile(overlay, data, 0o666), os.WriteFile(functions, []byte(functionsOf(s.pkg.Name)), 0o666)); err != nil {
		return err
	}
	for {
		for file, numbers := range numbers {
			path := filepath.Join(s.pkg.Dir, file)
			source, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			if source, err = instrument(path, source, numbers); err != nil {
				return err
			}
			if err := os.WriteFile(filepath.Join(folder, file), source, 0o666); err != nil {
				return err
			}
		}
		err := s.build(ctx, s.binary(), "-overlay", overlay, "-gcflags=-e")
		if err == nil || ctx.Err() != nil {
			return err
		}
		found := false
		for _, match := range place.FindAllStringSubmatch(err.Error(), -1) {
			if bad := lines[filepath.Base(match[1])]; bad != nil && !bad[match[2]] {
				bad[match[2]], found = true, true
			}
		}
		if !found {
			return err
		}
		for _, m := range mutants {
			for line := m.begins; line <= m.Line; line++ { // the call begins at the first operand
				if lines[m.File][strconv.Itoa(line)] {
					delete(numbers[m.File], m.offset)
					delete(s.numbers, m.key())
				}
			}
		}
	}
}

// binary returns the path of the binary of the schemata.
func (s *suite) binary() string { return filepath.Join(s.scratch, "schemata.test") }
