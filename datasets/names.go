package datasets

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
)

// Folders of a dataset. Each holds the files of one table and nothing else, so that every library
// reads it as one table (see docs/decisions.md).
const (
	DecisionsFolder = "decisions"
	ResultsFolder   = "results"
)

// ShardName returns the name of the file of a shard in the folder of its dataset:
// decisions/shard-00000.arrow.
func ShardName(index int) string {
	return fmt.Sprintf("%s/shard-%05d.arrow", DecisionsFolder, index)
}

// ResultsName returns the name of the file with the results of a shard: results/shard-00000.arrow for
// decisions/shard-00000.arrow.
func ResultsName(shard string) string { return ResultsFolder + "/" + path.Base(shard) }

// ListFiles returns the names of what is in the folder of a dataset and in those of its tables, with slashes.
func ListFiles(dir string) (names []string, err error) {
	for _, folder := range []string{"", DecisionsFolder, ResultsFolder} {
		entries, err := os.ReadDir(filepath.Join(dir, folder))
		if err != nil && (folder == "" || !errors.Is(err, fs.ErrNotExist)) {
			return nil, err
		}
		for _, e := range entries {
			if name := path.Join(folder, e.Name()); name != DecisionsFolder && name != ResultsFolder {
				names = append(names, name)
			}
		}
	}
	return names, nil
}
