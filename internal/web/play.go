package web

import (
	_ "embed" // the front end
	"fmt"
	"strings"
)

//go:generate go tool esbuild page/site.js --bundle --minify --format=iife --target=es2022 --charset=utf8 --log-level=warning --alias:preact=./npm/preact/preact.mjs --alias:preact/hooks=./npm/preact/hooks.mjs --alias:htm=./npm/htm/htm.module.js --outfile=zsite.js
//go:generate go tool esbuild page/play.css --bundle --minify --charset=utf8 --log-level=warning --outfile=zplay.css
//go:generate go tool esbuild page/serve.js --bundle --minify --format=iife --target=es2022 --charset=utf8 --log-level=warning --alias:preact=./npm/preact/preact.mjs --alias:preact/hooks=./npm/preact/hooks.mjs --alias:htm=./npm/htm/htm.module.js --alias:uplot=./npm/uplot/uPlot.esm.js --outfile=zserve.js
//go:generate go tool esbuild page/serve.css --bundle --minify --charset=utf8 --log-level=warning --outfile=zserve.css
//go:generate go tool esbuild page/worker.js --minify --charset=utf8 --target=es2022 --log-level=warning --outfile=zworker.js

var (
	//go:embed zsite.js
	siteScript []byte
	//go:embed zplay.css
	playStyle []byte
	//go:embed zserve.js
	serveScript []byte
	//go:embed zserve.css
	serveStyle []byte
	//go:embed npm/uplot/LICENSE
	uplotLicence string
	//go:embed zworker.js
	workerScript []byte
)

// Site returns the files of the play page by name, without the engine: index.html, page.js,
// page.css, worker.js, and replay.html, a replay page without data for games that are saved as pages. All addresses in them are relative. The worker loads Go's
// wasm_exec.js, engine.bin, a WebAssembly program compressed by gzip, and the networks when an agent needs them.
func Site() map[string][]byte {
	return map[string][]byte{
		"index.html":  playPage("worker", "worker-src 'self'; script-src 'self' 'wasm-unsafe-eval'", ""),
		"page.js":     siteScript,
		"page.css":    playStyle,
		"worker.js":   workerScript,
		"replay.html": replayPage("rummygym", ""),
	}
}

// Serve returns the files of the page of "rummygym serve" by name: "", page.js, page.css and the replay.html of [Site]. The
// page asks its server for the streams and requests of engine.js, and for what library.js lists.
func Serve() map[string][]byte {
	return map[string][]byte{
		"":         playPage("stream", "script-src 'self'", "uPlot (https://github.com/leeoniya/uPlot)\n"+strings.TrimSpace(uplotLicence)+"\n"),
		"page.js":  serveScript,
		"page.css": serveStyle,

		"replay.html": replayPage("rummygym", ""),
	}
}

// JSON returns the data of the page of a record: an object with its title and record. See [Replay.HTML] for
// the errors.
func (r *Replay) JSON() ([]byte, error) {
	if err := checkRecord(r.Record); err != nil {
		return nil, err
	}
	return r.data()
}

// playPage returns the page for a kind of engine, with what its policy allows beside style and connections, and
// the licences of further libraries.
func playPage(engine, policy, more string) []byte {
	return fmt.Appendf(nil, `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; %s; img-src data:; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>rummygym</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="page.css">
<div id="page" data-engine="%s"><p class="message">The cards are being shuffled …</p></div>
<script src="page.js" defer></script>
<!--
This page uses Preact (https://preactjs.com) and htm.

%s
%s-->
</html>
`, policy, engine, licences, more)
}
