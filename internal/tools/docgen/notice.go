package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/google/licensecheck"
)

const module = "rummygym"

// distribution is what a NOTICE covers.
type distribution struct {
	what     string   // the beginning of a sentence
	platform []string // environment of go list
	programs []string
}

// The Python wheel has both programs and their notice; the npm package has a smaller one.
var (
	wheel = distribution{
		"The command rummygym and the C library librummygym, which are both in the Python wheel, link these modules on\nlinux/amd64",
		[]string{"GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=1"}, []string{"./cmd/rummygym", "./cmd/librummygym"},
	}
	npm = distribution{"The engine of the npm package links these modules", []string{"GOOS=js", "GOARCH=wasm"}, []string{"./cmd/rummygym-npm"}}
)

// elsewhere names the file with the licence of a module where it has another name than usual.
// Of the two licences of freetype, the GPL is the other.
var elsewhere = map[string]string{
	"github.com/JohnCGriffin/overflow": "README.md",
	"github.com/golang/freetype":       "licenses/ftl.txt",
}

// credits are the sentences that a licence asks for beside its text.
var credits = map[string]string{
	"github.com/ajstarks/svgo":   "SVGo is by Anthony Starks, https://github.com/ajstarks/svgo, and is unchanged here.",
	"github.com/golang/freetype": "This software is based in part on the work of the FreeType Team, https://www.freetype.org.",
}

// permitted are the licences, by the names of licensecheck, that ask for no more than a notice.
// The second line comes from the licence file of Arrow, which is one for all its languages; none
// of that code is in its Go modules.
var permitted = []string{
	"Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC-BY-4.0", "FTL", "GooglePatentsFile", "MIT", "OFL-1.1",
	"BSL-1.0", "HPND", "NCSA", "OpenSSL", "Zlib",
}

// licenceFile matches the names of files that a distribution has to carry.
var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)([-._].*)?$`)

// linked is a module that a program links, with the folders of the packages of it.
type linked struct {
	Path, Version, Dir string
	folders            []string
}

// notice returns the text of NOTICE.
func (d distribution) notice() (string, error) {
	modules, err := d.modules()
	if err != nil {
		return "", err
	}
	var list strings.Builder
	var texts, thanks []string // in order of the modules
	carriers := map[string][]string{}
	for _, m := range modules {
		files, err := m.licenceFiles()
		if err != nil {
			return "", err
		}
		var all []byte
		for _, f := range files {
			text, err := os.ReadFile(filepath.Join(m.Dir, f))
			if err != nil {
				return "", err
			}
			if !utf8.Valid(text) {
				runes := make([]rune, len(text)) // Latin-1 has the first 256 of Unicode
				for i, b := range text {
					runes[i] = rune(b)
				}
				text = []byte(string(runes))
			}
			text = append(bytes.TrimSpace(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))), '\n')
			all = append(all, text...)
			if len(carriers[string(text)]) == 0 {
				texts = append(texts, string(text))
			}
			carriers[string(text)] = append(carriers[string(text)], m.Path+", "+f)
		}
		ids, err := licences(all)
		if err != nil {
			return "", fmt.Errorf("%s %s, %s: %w", m.Path, m.Version, strings.Join(files, ", "), err)
		}
		if c, ok := credits[m.Path]; ok {
			thanks = append(thanks, c+"\n")
		}
		fmt.Fprintf(&list, "%s: %s\n", strings.TrimSpace(m.Path+" "+m.Version), strings.Join(ids, ", "))
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "rummygym is licensed under the Apache License, Version 2.0: see LICENSE.\n\n"+
		"%s, under the licences that follow. \"make notice\" makes this file.\n\n%s", d.what, &list)
	if len(thanks) > 0 {
		fmt.Fprintf(&b, "\n%s", strings.Join(thanks, ""))
	}
	for _, text := range texts {
		fmt.Fprintf(&b, "\n%s\n%s\n\n%s", strings.Repeat("=", 80), strings.Join(carriers[text], "\n"), text)
	}
	return b.String(), nil
}

// modules returns the modules that the programs link, by path; before them Go's own
// library, and after them the npm packages that are embedded in it.
func (d distribution) modules() ([]*linked, error) {
	list := exec.Command("go", append([]string{"list", "-deps", "-json=ImportPath,Dir,Standard,Module"}, d.programs...)...)
	list.Env = append(os.Environ(), d.platform...)
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("%v: %w", list, err)
	}
	std := &linked{Path: "Go's run time and standard library"}
	var embedded []*linked
	found := map[string]*linked{}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct {
			ImportPath string
			Dir        string
			Standard   bool
			Module     *linked
		}
		if err := d.Decode(&p); err == io.EOF {
			break
		} else if err != nil {
			return nil, fmt.Errorf("output of %v: %w", list, err)
		}
		switch p.ImportPath {
		case "runtime":
			std.Dir = filepath.Dir(filepath.Dir(p.Dir))
		case module + "/internal/web":
			if embedded, err = npmPackages(filepath.Join(p.Dir, "npm")); err != nil {
				return nil, err
			}
		}
		if p.Standard || p.Module.Path == module {
			continue
		}
		m, ok := found[p.Module.Path]
		if !ok {
			m = p.Module
			found[m.Path] = m
		}
		m.folders = append(m.folders, p.Dir)
	}
	all := []*linked{std}
	for _, path := range slices.Sorted(maps.Keys(found)) {
		all = append(all, found[path])
	}
	return append(all, embedded...), nil
}

// npmPackages returns the libraries of the front end in a folder, whose file ARCHIVES lists them.
func npmPackages(dir string) (all []*linked, err error) {
	archives, err := os.ReadFile(filepath.Join(dir, "ARCHIVES"))
	if err != nil {
		return nil, err
	}
	for _, m := range regexp.MustCompile(`(?m)^[0-9a-f]{64}  ([\w-]+)-([\d.]+)\.tgz$`).FindAllSubmatch(archives, -1) {
		folder := filepath.Join(dir, string(m[1]))
		all = append(all, &linked{Path: "npm:" + string(m[1]), Version: string(m[2]), Dir: folder, folders: []string{folder}})
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s lists no archives", filepath.Join(dir, "ARCHIVES"))
	}
	return all, nil
}

// licenceFiles returns the files of the module that must be carried: of its root, and of each
// folder on the way from there to a package that is linked.
func (m *linked) licenceFiles() ([]string, error) {
	folders := map[string]bool{m.Dir: true}
	for _, f := range m.folders {
		for ; !folders[f]; f = filepath.Dir(f) {
			folders[f] = true
		}
	}
	var files []string
	for _, folder := range slices.Sorted(maps.Keys(folders)) {
		entries, err := os.ReadDir(folder)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			if ext := filepath.Ext(e.Name()); e.IsDir() || ext == ".go" || !licenceFile.MatchString(e.Name()) {
				continue
			}
			name, err := filepath.Rel(m.Dir, filepath.Join(folder, e.Name()))
			if err != nil {
				return nil, err
			}
			files = append(files, filepath.ToSlash(name))
		}
	}
	if f, ok := elsewhere[m.Path]; ok {
		files = append(files, f)
	}
	return files, nil
}

// licences returns the SPDX names of the licences in a text, in order of the alphabet, and an
// error if there is none, or one that asks for more than a notice.
func licences(text []byte) ([]string, error) {
	found := map[string]bool{}
	for _, m := range licensecheck.Scan(text).Match {
		if m.IsURL {
			continue // a reference to a licence, often inside another
		}
		if !slices.Contains(permitted, m.ID) {
			return nil, fmt.Errorf("licence %s is not among those that ask for no more than a notice: do not link the module, or add the licence to permitted", m.ID)
		}
		found[m.ID] = true
	}
	if len(found) == 0 {
		return nil, errors.New("no licence that is known: find where the module states it, and name the file in elsewhere")
	}
	return slices.Sorted(maps.Keys(found)), nil
}
