// Command librummygym is the C ABI of rummygym, built with -buildmode=c-shared. Its
// calls open tables of a game, step all of them at once, fill arrays of the caller and
// describe the tables. The file rummygym.h is the contract of every call. The Python
// package in python/ is built on it.
//
//	export.go     C functions: convert arguments, return a status
//	   |
//	library       open tables by handle, one call at a time, panics as errors
//	   |
//	tables        N tables of one game: checks arrays, steps an env.Vector
//	   |
//	env.Vector
//
// Only the file export.go uses C. The rest is plain Go and is tested as such.
package main

func main() {}
