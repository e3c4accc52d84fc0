package datasets

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// Folders of a dataset. Each holds the files of one table and nothing else, so that every library
// reads it as one table (see docs/decisions.md).
const (
	DecisionsFolder = "decisions"
	ResultsFolder   = "results"
)

// ShardName returns the name of the file of a shard in the folder of its dataset:
// decisions/shard-00000.arrow.
func ShardName(index int, f Format) string {
	return fmt.Sprintf("%s/shard-%05d%s", DecisionsFolder, index, f.Extension())
}

// ResultsName returns the name of the file with the results of a shard: results/shard-00000.arrow for
// decisions/shard-00000.arrow.
func ResultsName(shard string) string { return ResultsFolder + "/" + path.Base(shard) }

// IsShardName reports whether a file of a dataset, which may be in one of its folders, has the name
// of a shard of any format.
func IsShardName(name string) bool {
	return strings.HasPrefix(path.Base(name), "shard-") && isShardFile(name)
}

// ListFiles returns the names of the files in a folder of a dataset and in those of its tables,
// with slashes.
func ListFiles(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if !e.IsDir() || e.Name() != DecisionsFolder && e.Name() != ResultsFolder {
			names = append(names, e.Name())
			continue
		}
		files, err := os.ReadDir(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		for _, f := range files {
			names = append(names, e.Name()+"/"+f.Name())
		}
	}
	return names, nil
}

// ErrNoShard is the error for a file whose name is not that of a shard.
var ErrNoShard = errors.New("not a shard: its name must end in .arrow, .arrows or .parquet")

// isShardFile reports whether a file name has the extension of a format.
func isShardFile(name string) bool {
	ext := filepath.Ext(name)
	return ext == ArrowFile.Extension() || ext == ArrowStream.Extension() || ext == Parquet.Extension()
}

// IsPartial reports whether a file was left by a writer that did not finish.
func IsPartial(name string) bool {
	final, ok := partialOf(name)
	return ok && (IsShardName(final) || IsEntryName(final) || final == ManifestName)
}

// partialOf returns the final name of an unfinished file.
func partialOf(name string) (final string, ok bool) {
	name, dot := strings.CutPrefix(name, PartialPrefix)
	if name, ok = strings.CutSuffix(name, PartialSuffix); !ok {
		return "", false
	}
	at := strings.LastIndexByte(name, '.')
	return name[:max(at, 0)], dot && at > 0
}

// EntryName returns the name of the file in the folder of a dataset that describes a shard until
// there is a manifest: shard-00000.json for decisions/shard-00000.arrow.
func EntryName(shard string) string {
	return strings.TrimSuffix(path.Base(shard), path.Ext(shard)) + ".json"
}

func IsEntryName(name string) bool {
	return strings.HasPrefix(name, "shard-") && filepath.Ext(name) == ".json"
}

// Prefix and suffix of the names of unfinished files. The dot hides them from most
// listings and globs.
const (
	PartialPrefix = "."
	PartialSuffix = ".partial"
)
