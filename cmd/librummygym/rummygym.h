// The C ABI of rummygym: tables of rummy games that fill arrays of the caller.
//
// Every call that can fail returns a status. If the status is not RUMMYGYM_OK and
// error is not NULL, *error is set to a message. The caller frees the message, and all
// other text and data that calls return, with rummygym_free.
//
// A handle is locked during a call: another thread that calls with the same handle
// meanwhile gets RUMMYGYM_BUSY at once, as do calls between rummygym_send and
// rummygym_recv. Different handles are independent.
// The Go runtime inside does not survive fork: a child of a process that has called
// this library must not call it. A child started with spawn or exec may.
//
// Letters of array shapes: N tables, P seats, A actions, L entries of an
// observation. All arrays are row-major.
#ifndef RUMMYGYM_H
#define RUMMYGYM_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// RUMMYGYM_ABI is the version of this interface. It changes when a signature, a
// structure or the meaning of a call changes.
#define RUMMYGYM_ABI 10

enum rummygym_status {
  RUMMYGYM_OK = 0,
  RUMMYGYM_INVALID = 1,  // an argument, length or configuration is not valid; nothing has changed
  RUMMYGYM_CLOSED = 2,   // there is no such handle, or it is closed
  RUMMYGYM_ILLEGAL = 3,  // an action is not legal; nothing has changed
  RUMMYGYM_BUSY = 4,     // another thread is in a call with this handle, or a step was sent
  RUMMYGYM_INTERNAL = 5, // an internal error of the engine or of an opponent
  // The function of rummygym_watch ended a call. Unless that was rummygym_act, some tables have
  // changed and others have not: until a reset of all tables or a load, all calls return this.
  RUMMYGYM_INTERRUPTED = 6,
  RUMMYGYM_MISSING = 7, // RUMMYGYM_INVALID because a file does not exist
};

// rummygym_stop is a function that returns not 0 to end a call, see rummygym_watch.
typedef int32_t (*rummygym_stop)(void);

// rummygym_policy sets the probabilities of the n legal actions of a seat by its information state (see
// rummygym_information), and returns not 0 to end the call.
typedef int32_t (*rummygym_policy)(int32_t seat, const char *state, int64_t state_len, const int64_t *legal, int64_t n,
                                   double *probabilities);

// rummygym_arrays are the results of a call, in memory of the caller. A length is
// the number of entries. observations, final, learners and outcomes are optional: NULL
// with length 0 omits them.
typedef struct rummygym_arrays {
  void *observations; // [N, L] observation of the seat to move; with opponents, of the learner: float or uint8_t, by
                      // the configuration's dtype; 255 as uint8_t for larger numbers
  int64_t observations_len;
  void *final; // [N, L] with same-step autoreset: last observation of an episode that ended in this call, in that type
  int64_t final_len;
  int8_t *masks; // [N, A] 1 where an action is legal, else 0
  int64_t masks_len;
  float *rewards; // [N, P] reward of each seat for this call
  int64_t rewards_len;
  uint8_t *terminated; // [N] 1 if the rules ended the episode in this call
  int64_t terminated_len;
  uint8_t *truncated; // [N] 1 if the step limit ended the episode in this call
  int64_t truncated_len;
  int8_t *players; // [N] the seat to move, -1 after the end
  int64_t players_len;
  int8_t *learners; // [N] the learner's seat
  int64_t learners_len;
  int32_t *outcomes; // [N, 3 + P] of an episode that ended in this call; other rows do not change: index of the ending
                     // in the description's endings, -1 if truncated; winner, -1 for none; rounds; gain of each seat
  int64_t outcomes_len;
} rummygym_arrays;

// The library itself includes the types only, because cgo declares its functions
// without const.
#ifndef RUMMYGYM_TYPES_ONLY

// rummygym_abi returns the RUMMYGYM_ABI of the library.
extern int32_t rummygym_abi(void);

// rummygym_files reads the networks and tables of built-in agents from a folder. The library of the Python package does
// not contain them: it needs this call once, before all others but rummygym_abi, with the path of the folder "files" beside
// the library. A library that contains them ignores the folder. The status is RUMMYGYM_MISSING if a file does not exist.
extern int32_t rummygym_files(const char *folder, char **error);

// rummygym_describe sets *json to the description of the tables of a configuration: all
// options with their defaults, the rules in words, actions and observation fields. For "{}" it is the list
// of games with their presets, options, fields and agents.
extern int32_t rummygym_describe(const char *config, char **json, char **error);

// rummygym_open opens tables and sets *handle to their handle. The tables need a reset
// before the first step.
extern int32_t rummygym_open(const char *config, int64_t *handle, char **error);

// rummygym_reset deals at the chosen tables, those where chosen[i] is not 0; NULL is
// all tables. A row of runs [N, 3] is seed, episode and stride: the table plays the
// episodes episode, episode + stride, … of the run with that seed. If runs is NULL, the
// table deals the next episode of its run. Rows of other tables do not change.
extern int32_t rummygym_reset(int64_t handle, const uint64_t *runs, int64_t runs_len, const uint8_t *chosen,
                              int64_t chosen_len, const rummygym_arrays *arrays, char **error);

// rummygym_deal deals a given order of the deck at one table: cards such as
// "AS TD 9C JK …", the first one dealt first. key seeds the chance after the deal.
extern int32_t rummygym_deal(int64_t handle, int64_t table, const char *deck, uint64_t key,
                             const rummygym_arrays *arrays, char **error);

// rummygym_redeal samples the cards that a seat of a table cannot see. Every
// arrangement of the unseen cards that is consistent with the observation of the seat is
// equally likely. It is an error for tables with opponents, because these remember what
// they have seen.
extern int32_t rummygym_redeal(int64_t handle, int64_t table, int32_t seat, uint64_t seed,
                               const rummygym_arrays *arrays, char **error);

// rummygym_step plays actions [N] at the chosen tables, see rummygym_reset. -1 is no
// action, for a table that is over.
extern int32_t rummygym_step(int64_t handle, const int64_t *actions, int64_t actions_len, const uint8_t *chosen,
                             int64_t chosen_len, const rummygym_arrays *arrays, char **error);

// rummygym_send begins a rummygym_step of all tables on other cores and returns at once;
// rummygym_recv waits for it and fills the arrays that send was given, of which the memory must last until
// then. Between the two, all other calls with the handle return RUMMYGYM_BUSY, except rummygym_close. So a
// program chooses the actions of some tables while others are stepped: it opens them as two handles. An
// action that is not legal is an error of send, and nothing has changed.
extern int32_t rummygym_send(int64_t handle, const int64_t *actions, int64_t actions_len, const rummygym_arrays *arrays,
                             char **error);
extern int32_t rummygym_recv(int64_t handle, char **error);

// rummygym_watch sets a function that calls with this handle call about ten times a second if
// they take long, on the thread of the caller. If it returns not 0, the call soon returns
// RUMMYGYM_INTERRUPTED. So a program lets the user interrupt it. NULL takes the function away.
extern int32_t rummygym_watch(int64_t handle, rummygym_stop stop, char **error);

// rummygym_agent seats an agent beside the tables, such as "simple", that rummygym_act asks.
// *number is set to its number at these tables, which keep it until they are closed.
extern int32_t rummygym_agent(int64_t handle, const char *agent, int64_t *number, char **error);

// rummygym_act sets actions [N] at the chosen tables, see rummygym_reset, to what an agent does
// as the seat to move, -1 after the end. It steps nothing, and other entries do not change.
// If seed is NULL, the agent follows each episode of a table and seat from its first question on:
// asked once at every decision of the seat, it answers as an opponent at that seat does. With
// *seed an answer depends only on the seed, the table's number and the observation of the seat.
extern int32_t rummygym_act(int64_t handle, int64_t agent, const uint64_t *seed, const uint8_t *chosen,
                            int64_t chosen_len, int64_t *actions, int64_t actions_len, char **error);

// rummygym_answer sets *answer to the answer of an agent to a message of the agent protocol (docs/protocol.md), in games
// elsewhere by the same rules, "" to the message "end". The first message is "act". Its table, 0 to 1023, is none of
// these tables. The agent is told only what the message has: the events that its seat saw.
extern int32_t rummygym_answer(int64_t handle, int64_t agent, const char *message, char **answer, char **error);

// rummygym_sample sets actions [N] to legal actions. Of the c actions that are legal in
// row i of masks [N, A], it takes the one with index floor(uniforms[i] * c), counted from
// 0, or -1 if there is none. uniforms [N] are in [0, 1). It uses no tables.
extern int32_t rummygym_sample(const int8_t *masks, int64_t masks_len, const double *uniforms, int64_t uniforms_len,
                               int64_t *actions, int64_t actions_len, char **error);

// rummygym_measure computes a function of M hands, on all cores. A row of hands is the number
// of each card in the order of the observation field hand. Hands of Indian Rummy are [M, 53]:
// up to 3 copies of each card, and printed jokers in the last entry; wild [M] is the wild rank
// of each, 0 for ace to 12 for king. Hands of Gin Rummy are [M, 52]; wild is NULL. It uses no
// tables. The measures are, for Indian Rummy with hands of 1 to 14 cards,
//
//   min-score           results [M], MinScore in points, capped at 80
//   min-score-uncapped  results [M], the same without the cap
//   min-dist            results [M], MinDist; fewer than 13 cards are completed to 13
//   outs                results [M, 53] of hands of 1 to 13 cards, 1 for each card whose draw
//                       lowers MinDist, whether or not a copy is left, else 0
//
// and for Gin Rummy with hands of 1 to 11 cards
//
//   deadwood            results [M], minimum points outside melds
extern int32_t rummygym_measure(const char *measure, const int8_t *hands, int64_t hands_len, const int8_t *wild,
                                int64_t wild_len, int32_t *results, int64_t results_len, char **error);

// rummygym_evaluate sets *json to the statistics of games at tables for two, those of the command
// "rummygym eval", as a JSON object: "rows", one for each player, and "difference", null or what the
// first has more than the second on the same deals. Outcomes is [players, from, deals, 5], rows of the array of
// that name; in game s of a deal a player has seat s. Undefined values are null. It uses no tables. The
// request is a JSON object:
//
//   players     1, or 2 that are compared
//   from        number of seats from which each deal was played, 1 or 2
//   confidence  of the intervals, between 0 and 1
extern int32_t rummygym_evaluate(const char *request, const int32_t *outcomes, int64_t outcomes_len, char **json,
                                 char **error);

// rummygym_call plays a game for an app. The request and *answer are JSON objects. A game is a text, which the answer to
// new, load and apply has as "saved", and the other requests have as "game":
//
//	{"do": "new", "game": "gin", "rules": "eaai", "seed": "1"}   {"saved": …, "player": the seat to move, -1 after the end}
//	{"do": "apply", "game": …, "action": 1}                      the same after a move of that seat
//	{"do": "load", "game": …}                                    the same without a move: it checks a text
//	{"do": "legal", "game": …}                                   {"legal": [{"action": 1, "name": "draw upcard"}, …]}
//	{"do": "view", "game": …, "seat": 0}                         {"view": what the seat sees; -1 is an onlooker}
//	{"do": "result", "game": …}                                  {"result": {"over", "winner", "ending", "gains"}}
//	{"do": "bot", "game": …, "agent": "simple"}                  {"move": {"action", "name"}}; "" is the strongest fast agent
//	{"do": "hint", "game": …}                                    {"hint": advice for the seat to move}
//	{"do": "hand", "game": "gin", "hand": {"cards": ["AS"]}}     {"hand": melds and points, as of the command "rummygym solve"}
//
// docs/apps.md describes the members. An answer depends only on the request. It uses no tables.
extern int32_t rummygym_call(const char *request, char **answer, char **error);

// rummygym_replay sets *html to a web page that shows a game, one file that loads nothing, as the
// command "rummygym replay --html" writes it. The request is a JSON object:
//
//   env            environment, such as "GinRummy-v1"
//   rules          every rule option by name
//   seats          name of the player at each seat
//   seed           seed of the run, as decimal digits in quotation marks
//   deal           number of the deal in the run
//   attempt, keep  optional: number of the attempt at the deal, 0 for the first, and the seat whose
//                  view of the deal all attempts share
//   actions        the actions of all players, in order
//   probabilities  optional: the probability in (0, 1] of each action
//   seat           optional: the seat that the page is for, which then holds no card that it did not see
//
// It uses no tables.
extern int32_t rummygym_replay(const char *request, char **html, char **error);

// rummygym_observe writes the observation of a seat of a table to dst [L], float or uint8_t
// by the configuration's dtype. Table -1 is all tables and seat -1 all seats, in the order
// [N, P, L].
extern int32_t rummygym_observe(int64_t handle, int64_t table, int32_t seat, void *dst, int64_t dst_len,
                                char **error);

// rummygym_show sets *json to the view of a table for a seat: hands, piles, phase, legal
// actions and text, which follow from the observation of the seat. Seat -1 is an onlooker, who
// sees all hands, and the seed, episode and number of steps, which are null for a seat.
extern int32_t rummygym_show(int64_t handle, int64_t table, int32_t seat, char **json, char **error);

// rummygym_text sets *result to what a seat knows of a table, which follows from its observation
// and from the events that it saw. The request is a JSON object, whose keys may be left out:
//
//   what     "text"; "position", the same as one JSON object; "events", what the seat saw as a JSON array;
//            "moves", the names of the legal actions by number, as the text has them, as a JSON array; or
//            "record", the whole table as JSON lines, hidden cards too, as the command "rummygym record" writes it
//   rules    true: the text begins with the rules
//   legal    false: the legal moves are not listed
//   numbers  true: what a solver counts: melds, points, MinDist, outs
//   history  "since" the last decision of the seat, "all" or "none"
//   cards    "letters" such as 9C, or "symbols"
//   relabel  letters of the suits that are written for C, D, H and S, such as "SHCD"
//   names    seed of made-up names of ranks and suits
//
// Events need tables with "record": true in the configuration. Without it a text has no history.
extern int32_t rummygym_text(int64_t handle, int64_t table, int32_t seat, const char *request, char **result,
                             char **error);

// rummygym_information sets *data to the information state of a seat of a table: all that the seat was dealt, did
// and saw, in order (perfect recall). At decisions of the seat two states have the same one if and only if the seat cannot
// tell them apart. If text is 0, it is bytes, which may change from version to version; otherwise it is the JSON object of one
// event per line, without a NUL at its end. It needs tables with "record": true in the configuration.
extern int32_t rummygym_information(int64_t handle, int64_t table, int32_t seat, int32_t text, char **data,
                                    int64_t *data_len, char **error);

// rummygym_place sets a table to a position that rummygym_text wrote for a seat, with the same
// request. The seat knows what it knew; the cards that it cannot know are dealt by the seed. It is
// an error for tables with opponents.
extern int32_t rummygym_place(int64_t handle, int64_t table, const char *position, const char *request, uint64_t seed,
                              const rummygym_arrays *arrays, char **error);

// rummygym_costs sets *json to what the legal moves of the seat to move at a table cost, by roll-outs of what that seat can
// know. The request is a JSON object, whose keys may be left out:
//
//   agent     plays all seats in the roll-outs; "" is that of the command "rummygym review"
//   goal      "points", or "win": what the best move maximises
//   rollouts  of the decision, of all its moves together; 0 is as many as "rummygym review" makes
//   seed      of the deals of the hidden cards and of the agents
//
// The answer has deals, the number of deals in which each move was played on, and moves, the best one first: for each
// the number of its action; points and win, the expected result after it; cost and win_cost, the best move minus this one;
// and their standard errors, such as cost_se. Other deals have shown which move is the best, so that the choice does not
// bias the costs: one may be below 0. The tables do not change. The call cannot be interrupted.
extern int32_t rummygym_costs(int64_t handle, int64_t table, const char *request, char **json, char **error);

// rummygym_exploit lists all positions of a small game of two seats, asks the policy at each information set with a choice that it
// reaches, and sets *json to what the policy loses to best responses, with the keys of "rummygym exploit", and *table to the file
// of the policy for the agent tabular:FILE. The request is a JSON object: game, preset, rules, name (of the policy, in the table),
// text (whether information states are texts) and limit (of positions; 0 is 100,000,000).
extern int32_t rummygym_exploit(const char *request, rummygym_policy policy, char **json, char **table, int64_t *table_len,
                                char **error);

// rummygym_save sets *data to the tables as JSON: for each the run, the deal and all actions since. rummygym_load plays
// them again; tables of the same configuration then continue identically. rummygym_load fills the rows like a reset if
// the saved tables had been dealt.
extern int32_t rummygym_save(int64_t handle, char **data, int64_t *data_len, char **error);
extern int32_t rummygym_load(int64_t handle, const char *data, int64_t data_len, const rummygym_arrays *arrays,
                             char **error);

// rummygym_close closes the tables and frees their memory.
extern int32_t rummygym_close(int64_t handle, char **error);

// rummygym_free frees text or data that a call returned. It ignores NULL.
extern void rummygym_free(void *text);

#endif

#ifdef __cplusplus
}
#endif

#endif
