//go:build js

// Command rummygym-wasm is the engine of the play page in a browser: package web/engine, compiled to
// WebAssembly. It needs an object rummygym in the global scope:
//
//	answer(text)   takes an answer to a request, and "" when the engine is ready
//	weights()      returns a promise of the files of the built-in networks, four Uint8Array:
//	               of learned:standard in Indian Rummy and in Gin Rummy, of the belief of opponents'
//	               hands, and of data-driven
//
// and sets its function ask(text), which takes a request.
package main

import (
	"context"
	"errors"
	"syscall/js"

	"rummygym/agents/belief"
	"rummygym/agents/learned"
	"rummygym/baselines/ginrummy"
	"rummygym/web/engine"
)

func main() {
	page := js.Global().Get("rummygym")
	e := engine.New(engine.Config{Load: func() error { return load(page) }, Slow: true})
	requests := make(chan string, 1024)
	page.Set("ask", js.FuncOf(func(_ js.Value, arguments []js.Value) any {
		requests <- arguments[0].String()
		return nil
	}))
	page.Call("answer", "")
	for r := range requests {
		e.Do(context.Background(), []byte(r), func(answer []byte) { page.Call("answer", string(answer)) })
	}
}

// load waits for the weights.
func load(page js.Value) error {
	files, failed := make(chan js.Value, 1), make(chan string, 1)
	take := js.FuncOf(func(_ js.Value, result []js.Value) any {
		files <- result[0]
		return nil
	})
	defer take.Release()
	fail := js.FuncOf(func(_ js.Value, reason []js.Value) any {
		failed <- reason[0].Call("toString").String()
		return nil
	})
	defer fail.Release()
	page.Call("weights").Call("then", take, fail)
	select {
	case reason := <-failed:
		return errors.New(reason)
	case got := <-files:
		learned.Load("indian", content(got.Index(0)))
		learned.Load("gin", content(got.Index(1)))
		belief.Load(2, content(got.Index(2)))
		ginrummy.LoadDataDriven(content(got.Index(3)))
		return nil
	}
}

// content returns what a Uint8Array holds.
func content(array js.Value) []byte {
	b := make([]byte, array.Length())
	js.CopyBytesToGo(b, array)
	return b
}
