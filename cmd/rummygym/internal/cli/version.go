package cli

import (
	"bufio"
	"cmp"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
)

// VersionFlag is the flag that prints the version. The version of cobra would have a template: with package text/template, the
// linker keeps all exported methods of all types.
const VersionFlag = "version"

// Build identifies a build of the program and the machine, so that a measured figure can
// be traced to them.
type Build struct {
	Version  string `json:"version"`  // of a release, else the module version with the revision; "(devel)" if neither is known
	Revision string `json:"revision"` // VCS revision, followed by "+dirty" for a modified tree; "" if unknown
	Go       string `json:"go"`       // Go version
	OS       string `json:"os"`       // operating system and architecture
	CPU      string `json:"cpu"`      // processor model; "" if unknown
	Cores    int    `json:"cores"`    // number of processors that Go uses at once
}

// released is the version of a released build, such as "0.1.0", which its linker sets; "" otherwise.
var released string

// commit is the revision of a build from a worktree of git, where Go finds none: make and build_library.py let the linker set it.
var commit string

// ThisBuild returns the build of the running program on the running machine.
func ThisBuild() Build {
	b := Build{
		Version: "(devel)",
		Go:      runtime.Version(),
		OS:      runtime.GOOS + "/" + runtime.GOARCH,
		CPU:     processor("/proc/cpuinfo"),
		Cores:   runtime.GOMAXPROCS(0),
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	if info.Main.Version != "" {
		b.Version = info.Main.Version
	}
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			b.Revision = s.Value[:min(12, len(s.Value))] + b.Revision
		case s.Key == "vcs.modified" && s.Value == "true":
			b.Revision += "+dirty"
		}
	}
	switch b.Revision = cmp.Or(b.Revision, commit); {
	case released != "":
		b.Version = "v" + released
	case !strings.Contains(b.Version, b.Revision): // a version from a tag, or none
		b.Version = strings.TrimSuffix(strings.Replace(b.Version, "(devel)", "v0.0.0", 1), "+dirty") + "-" + b.Revision
	}
	return b
}

// String returns the build on one line.
func (b Build) String() string {
	words := []string{"rummygym " + b.Version}
	if b.Revision != "" {
		words = append(words, b.Revision)
	}
	words = append(words, b.Go, b.OS)
	if b.CPU != "" {
		words = append(words, b.CPU)
	}
	return strings.Join(append(words, fmt.Sprintf("%d cores", b.Cores)), ", ")
}

// processor returns the model name in a file like Linux's /proc/cpuinfo, or "" if there
// is none.
func processor(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		if key, value, ok := strings.Cut(s.Text(), ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
