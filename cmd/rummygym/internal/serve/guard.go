package serve

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"strings"
)

// newToken returns a token of 130 random bits or more.
func newToken() string { return rand.Text() }

// policy is the Content-Security-Policy of every answer.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// guard passes on requests of pages of this server alone. The address of a page is
// http://HOST/TOKEN/, and the next handler gets the path after the token.
type guard struct {
	hosts []string // that a request may name: a page of another name would be one that was rebound to this machine
	token [sha256.Size]byte
	next  http.Handler
}

// newGuard returns a guard of the server at an address with a port.
func newGuard(address, token string, next http.Handler) *guard {
	_, port, err := net.SplitHostPort(address)
	if err != nil {
		panic("serve: " + err.Error()) // it is that of a listener
	}
	return &guard{[]string{"127.0.0.1:" + port, "localhost:" + port}, sha256.Sum256([]byte(token)), next}
}

// ServeHTTP refuses other hosts, other origins and other tokens.
func (g *guard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("Cache-Control", "no-store")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Content-Type-Options", "nosniff")
	known := false
	for _, host := range g.hosts {
		known = known || r.Host == host
	}
	if !known {
		http.Error(w, "this server is not at that address: use the one that rummygym serve printed", http.StatusMisdirectedRequest)
		return
	}
	if origin := r.Header.Get("Origin"); origin != "" && origin != "http://"+r.Host {
		http.Error(w, "pages of other origins may not ask", http.StatusForbidden)
		return
	}
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" && site != "none" {
		http.Error(w, "pages of other sites may not ask", http.StatusForbidden)
		return
	}
	token, path, slash := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	// Sums have the same length, so that the time tells nothing of the token.
	if sum := sha256.Sum256([]byte(token)); subtle.ConstantTimeCompare(sum[:], g.token[:]) != 1 || !slash {
		http.Error(w, "the token of the address is wrong: use the address that rummygym serve printed", http.StatusNotFound)
		return
	}
	r.URL.Path = path
	g.next.ServeHTTP(w, r)
}
