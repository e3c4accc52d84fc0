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
		Long: `collect plays games between agents, one agent for each seat, and writes them to a folder: shards of
--shard-games games each, and finally manifest.json. The folder decisions has one row per decision.
The folder results has one row for each seat of each game, including players that never moved.
"rummygym dataset schema" prints the columns. Libraries can read each of the two folders as one
table.

The files depend only on the settings: the same seed gives the same bytes for any number of workers,
even after an interruption. Episode i is game i of the seed, as in "rummygym tournament". An episode
of Gin Rummy is a match, or with --episode hand a single hand.

Writes are atomic. If collect is stopped by ctrl-C, a full disk or a kill, the same command with
--resume keeps the finished shards and writes the missing ones.

--shards FROM:TO makes only the shards from FROM to TO (not including TO). With --shards FROM:TO,
collect writes an entry (shard-00000.json) for each shard, but no manifest. When all shards exist,
"rummygym dataset seal" writes the manifest, and the files are the same as those of a single run.
Many processes can work in one folder at the same time; finished shards are never made again.
--shards list only prints a list of the shards as JSON. docs/scale-out.md has examples for make and
Slurm.

A play is a decision whose action has fields in the groups that --after names; in Gin Rummy, plays
are discards. With --rows plays, only plays have rows, and only in games with a winner; with --rows
last-play, only each player's last play has a row. Each row has the hand after the discard, the
actions of the game, and a target, the score: the gain of the player, multiplied by --discount once
for each later play of that player. --best-of N plays each deal N times, with new random choices of
the agents, and records the attempt in which the agent named first gains most. With --redeal, the N
attempts share only what that agent sees at the start; the other cards are dealt again. The networks
of truong2021datadriven learn from such data; --recipe makes the paper's data sets.

An external program (exec:COMMAND) plays as in a tournament. If the program fails, collect stops;
--resume keeps the finished shards. The games are reproducible only if the program's moves depend
only on the game and the seed.

Agents rotate through the seats from game to game. With --seating fixed, the agent named first
always has seat 0, which moves first in Indian Rummy.

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
	b.WriteString(`A recipe sets the flags that you do not give. The recipes below make the sets of
truong2021datadriven at the paper's size; use --games for a smaller set, and --agents
data-driven:network=FILE:explore=0.1,simple for a later generation. Random-16-A is random-16 with
the 24 permutations of the suits, which training itself adds; if the permutations were stored, the
set would be 24 times as large. Random-256 is random-256 and random-4 together, because its network
needs some lost hands.
`)
	for _, s := range recipe.PublishedSets {
		fmt.Fprintf(&b, "\n  %-10s %s", s.Name, s.Flags())
	}
	return b.String()
}
