// Package record holds the commands that record games and read recorded games: collect,
// dataset and replay.
package record

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/recipe"
)

// NewCollectCommand returns the command collect, which plays games and records them.
func NewCollectCommand() *cobra.Command {
	return cli.Recipe("collect", &cobra.Command{
		Use:   "collect --agents A,B --games N --out DIR",
		Short: "Play games and record every decision in Arrow or Parquet files",
		Long: `collect plays games between agents, one agent for each seat, and writes them to a folder:
shards of --shard-games games each, and finally manifest.json. The folder decisions has one row
per decision, and the folder results one row for each seat of each game, also of players that
never moved. "rummygym dataset schema" prints the columns. Libraries read each of the two folders
as one table.

The files depend only on the settings: the same seed gives the same bytes for any number
of workers, also after an interruption. Episode i is game i of the seed, as in "rummygym
tournament". An episode of Gin Rummy is a match, or with --episode hand a single hand.

Writes are atomic. After ctrl-C, a full disk or a kill, the same command with --resume
keeps the finished shards and writes the missing ones.

With --shards FROM:TO only these shards are made, TO not included, each with an entry
(shard-00000.json) and without a manifest; "rummygym dataset seal" writes that when all are
there, and the files are the same as those of one run. Many processes may do so at once in one
folder; finished shards are never made again. --shards list prints the shards as JSON and makes
nothing. docs/scale-out.md has examples for make and Slurm.

A play is a decision whose action has fields in --after: in Gin Rummy a discard. With --rows
plays or last-play only plays have rows, and only those of games with a winner. Each row has
the hand after the discard, the actions of the game, and a target: the score, the gain of the
player times --discount for each of its later plays. --best-of N plays each deal N times, with
the random choices of the agents drawn anew, and records the attempt in which the agent named
first gains most; with --redeal the N deals share only what that agent sees at the start.
truong2021datadriven learns from such data, which --recipe makes.

An outside program (exec:COMMAND) plays as in a tournament. If it fails, collect stops, and
--resume keeps the finished shards; its games follow from the seed only if its moves do.

Agents rotate through the seats from game to game. With --seating fixed the agent named
first keeps seat 0, which moves first in Indian Rummy.

` + setsHelp(),
		Example: `  rummygym collect --agents min-dist-opp,random --games 10000 --out data
  rummygym collect --agents min-dist-opp,random --games 10000 --out data --resume
  rummygym collect --agents min-dist,min-score,random --seats 3 --preset club --games 100 --out club --format parquet
  rummygym collect --game gin --agents sigra,simple --games 1000 --out gin
  rummygym collect --game gin --episode hand --agents simple,simple --games 100000 --out hands
  rummygym collect --recipe random-256 --games 2000 --out random
  rummygym collect --recipe random-16 --agents medium,simple --out medium
  rummygym collect --agents min-dist-opp,random --games 10000 --out data --shards 0:5
  rummygym collect --agents min-dist-opp,random --games 10000 --out data --shards list`,
	})
}

// setsHelp returns the part of the help of collect about named datasets.
func setsHelp() string {
	var b strings.Builder
	b.WriteString(`A recipe sets the flags that are not given. These are the sets of truong2021datadriven at the
paper's size; give --games for a smaller one, and for a later generation
--agents data-driven:network=FILE:explore=0.1,simple. Random-16-A is random-16 with the 24
permutations of the suits, which training makes: stored, they would be 24 times as large.
Random-256 is random-256 and random-4 together: its network needs some lost hands.
`)
	for _, s := range recipe.PublishedSets {
		fmt.Fprintf(&b, "\n  %-10s %s", s.Name, s.Flags())
	}
	return b.String()
}
