// Command librummygym is the C ABI of the gym, built with -buildmode=c-shared: a
// few calls that open tables of a game, step all of them at once in arrays of the
// caller, and describe them. The file rummygym.h is its contract; the Python
// package in python/ is built on it.
//
// The file export.go alone knows C. What it calls is Go and is tested as such: a
// [library] of open tables, each of them a [tables]. A panic of the engine becomes
// an error of the call.
package main

func main() {}
