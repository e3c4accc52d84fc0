package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
)

// replacements are the tokens that may stand in the place of a token. They are the
// mutations that gremlins makes by default.
var replacements = map[token.Token][]token.Token{
	token.ADD: {token.SUB},
	token.SUB: {token.ADD},
	token.MUL: {token.QUO},
	token.QUO: {token.MUL},
	token.REM: {token.MUL},
	token.EQL: {token.NEQ},
	token.NEQ: {token.EQL},
	token.LSS: {token.LEQ, token.GEQ},
	token.LEQ: {token.LSS, token.GTR},
	token.GTR: {token.GEQ, token.LEQ},
	token.GEQ: {token.GTR, token.LSS},
	token.INC: {token.DEC},
	token.DEC: {token.INC},
}

// A mutant is a source file with another operator in one place.
type mutant struct {
	File    string `json:"file"` // base name
	Line    int    `json:"line"`
	Column  int    `json:"column"` // in bytes, from 1
	Text    string `json:"text"`   // the line, without spaces around it
	Mutated string `json:"mutated"`
	Nth     int    `json:"nth"` // number of mutants of the file before it with the same Text and Mutated

	offset   int
	begins   int // line of the first operand
	from, to token.Token
	runs     token.Position // a place that runs whenever the mutant does, in the profile of coverage; the zero value outside functions
}

// key identifies a mutant as long as its line stays the same and in order.
func (m mutant) key() string { return fmt.Sprintf("%s\n%s\n%s\n%d", m.File, m.Text, m.Mutated, m.Nth) }

func (m mutant) String() string {
	return fmt.Sprintf("%s:%d:%d: %s → %s: %s", m.File, m.Line, m.Column, m.from, m.to, m.Text)
}

// apply returns the source of the mutant.
func (m mutant) apply(source []byte) []byte {
	return slices.Concat(source[:m.offset], []byte(m.to.String()), source[m.offset+len(m.from.String()):])
}

// mutantsOf returns the mutants of the file at path, in the order of their places.
func mutantsOf(path string, source []byte) ([]mutant, error) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	lines := strings.Split(string(source), "\n")
	var all []mutant
	seen := map[string]int{}
	var above []ast.Node
	add := func(pos token.Pos, from token.Token) {
		at := set.Position(pos)
		runs := set.Position(profiled(above, pos))
		line := lines[at.Line-1]
		for _, to := range replacements[from] {
			m := mutant{runs: runs,
				File: filepath.Base(path), Line: at.Line, Column: at.Column, Text: strings.TrimSpace(line),
				Mutated: strings.TrimSpace(line[:at.Column-1] + to.String() + line[at.Column-1+len(from.String()):]),
				offset:  at.Offset, from: from, to: to,
			}
			key := m.key()
			m.Nth = seen[key]
			seen[key]++
			all = append(all, m)
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil {
			above = above[:len(above)-1]
			return true
		}
		above = append(above, n)
		switch n := n.(type) {
		case *ast.BinaryExpr:
			add(n.OpPos, n.Op)
		case *ast.IncDecStmt:
			add(n.TokPos, n.Tok)
		case *ast.UnaryExpr:
			if n.Op == token.SUB {
				add(n.OpPos, n.Op)
			}
		}
		return true
	})
	return all, nil
}

// profiled returns a place that runs whenever pos does, below the nodes above it. The blocks of a profile
// leave out the conditions of cases and the types of functions. Outside functions it returns token.NoPos.
func profiled(above []ast.Node, pos token.Pos) token.Pos {
	for i, n := range slices.Backward(above) {
		switch n := n.(type) {
		case *ast.CaseClause:
			if pos < n.Colon {
				return above[i-2].Pos() // the switch, above its block
			}
			return pos
		case *ast.FuncLit:
			return pos
		case *ast.FuncDecl:
			if n.Body == nil || pos > n.Body.Lbrace {
				return pos
			}
			return n.Body.Lbrace
		}
	}
	return token.NoPos
}
