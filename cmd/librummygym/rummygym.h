// The C ABI of rummygym: tables of rummy games, stepped in arrays of the caller.
//
// Every call that can fail returns a status. Where that is not RUMMYGYM_OK and
// error is not NULL, *error is set to a text that says what to do; it is the
// caller's, to be freed with rummygym_free, as all texts that calls return.
//
// A handle is locked during a call: another thread that calls with the same handle
// meanwhile gets RUMMYGYM_BUSY at once. Different handles do not know each other.
// The Go runtime inside does not survive fork: in a child of a process that has
// called this library, no call may be made. A child that is started anew (spawn,
// exec) may.
//
// Letters of array shapes: N tables, P seats, A actions, L entries of an
// observation. All arrays are row-major.
#ifndef RUMMYGYM_H
#define RUMMYGYM_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// RUMMYGYM_ABI is the version of this interface. It moves when a signature, a
// structure or the meaning of a call does.
#define RUMMYGYM_ABI 1

enum rummygym_status {
  RUMMYGYM_OK = 0,
  RUMMYGYM_INVALID = 1,  // an argument, length or configuration is wrong; nothing has changed
  RUMMYGYM_CLOSED = 2,   // there is no such handle, or it was closed
  RUMMYGYM_ILLEGAL = 3,  // an action is not legal; all tables stand as before
  RUMMYGYM_BUSY = 4,     // another thread is in a call with this handle
  RUMMYGYM_INTERNAL = 5, // a fault of the engine or of an opponent
};

// rummygym_arrays are the results of a call, in memory of the caller. A length is
// the number of entries. Observations, final and learners may be NULL with length
// 0: they are not wanted then.
typedef struct rummygym_arrays {
  float *observations; // [N, L] the view of the seat to move; with opponents, of the learner
  int64_t observations_len;
  float *final; // [N, L] with same-step autoreset: the last view of an episode that ended in this call
  int64_t final_len;
  int8_t *masks; // [N, A] 1 where an action is legal, else 0
  int64_t masks_len;
  float *rewards; // [N, P] what this call paid each seat
  int64_t rewards_len;
  uint8_t *terminated; // [N] 1 if the rules ended the episode in this call
  int64_t terminated_len;
  uint8_t *truncated; // [N] 1 if the step limit did
  int64_t truncated_len;
  int8_t *players; // [N] the seat to move, -1 after the end
  int64_t players_len;
  int8_t *learners; // [N] the learner's seat
  int64_t learners_len;
} rummygym_arrays;

// The library itself takes the types only: cgo declares its functions without const.
#ifndef RUMMYGYM_TYPES_ONLY

// rummygym_abi returns the RUMMYGYM_ABI that the library was built with.
extern int32_t rummygym_abi(void);

// rummygym_describe sets *json to what a configuration means, or for "{}" to all
// games with their presets, options, fields and agents.
extern int32_t rummygym_describe(const char *config, char **json, char **error);

// rummygym_open sets *handle to new tables, which need a reset.
extern int32_t rummygym_open(const char *config, int64_t *handle, char **error);

// rummygym_reset deals at the tables chosen: chosen[i] is not 0, or chosen is NULL
// for all. With runs [N, 3], each is seed, episode and stride: the table plays the
// episodes episode, episode + stride, … of the run with that seed. With NULL it
// deals the next episode of its run. Rows of other tables are left alone.
extern int32_t rummygym_reset(int64_t handle, const uint64_t *runs, int64_t runs_len, const uint8_t *chosen,
                              int64_t chosen_len, const rummygym_arrays *arrays, char **error);

// rummygym_deal deals a given deck at one table: cards as "AS TD 9C JK …", the
// first one dealt first. Chance after the deal follows from key.
extern int32_t rummygym_deal(int64_t handle, int64_t table, const char *deck, uint64_t key,
                             const rummygym_arrays *arrays, char **error);

// rummygym_redeal draws anew what a seat of a table cannot know: every order of the cards
// that it does not see, over the places where they may lie, is equally likely. It is for
// tables without opponents, whose memory would contradict it.
extern int32_t rummygym_redeal(int64_t handle, int64_t table, int32_t seat, uint64_t seed,
                               const rummygym_arrays *arrays, char **error);

// rummygym_step plays actions [N] at the tables chosen, as in rummygym_reset. -1 is
// no action, for a table that is over.
extern int32_t rummygym_step(int64_t handle, const int64_t *actions, int64_t actions_len, const uint8_t *chosen,
                             int64_t chosen_len, const rummygym_arrays *arrays, char **error);

// rummygym_sample sets actions [N] to legal actions chosen at random: of the c actions
// that masks [N, A] has in row i the one at place floor(uniforms[i] * c), or -1 if there
// is none. The uniforms [N] are in [0, 1). It uses no tables.
extern int32_t rummygym_sample(const int8_t *masks, int64_t masks_len, const double *uniforms, int64_t uniforms_len,
                               int64_t *actions, int64_t actions_len, char **error);

// rummygym_observe writes the view of a seat at a table into dst [L]; table -1 is all
// tables, seat -1 all seats, in the order [N, P, L].
extern int32_t rummygym_observe(int64_t handle, int64_t table, int32_t seat, float *dst, int64_t dst_len,
                                char **error);

// rummygym_show sets *json to what a seat sees of a table, in words and cards; seat -1
// is an onlooker who sees all hands.
extern int32_t rummygym_show(int64_t handle, int64_t table, int32_t seat, char **json, char **error);

// rummygym_save sets *data to all that rummygym_load needs to make tables of the same
// configuration go on identically. Load fills the rows as a reset does, if the tables
// had been dealt.
extern int32_t rummygym_save(int64_t handle, char **data, int64_t *data_len, char **error);
extern int32_t rummygym_load(int64_t handle, const char *data, int64_t data_len, const rummygym_arrays *arrays,
                             char **error);

// rummygym_close ends the tables and frees what they hold.
extern int32_t rummygym_close(int64_t handle, char **error);

// rummygym_free frees a text or data that a call returned. NULL does nothing.
extern void rummygym_free(void *text);

#endif

#ifdef __cplusplus
}
#endif

#endif
