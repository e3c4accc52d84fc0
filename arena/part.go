package arena

import "fmt"

// Part is one of several shares of the games of a tournament, which separate processes can play. Of
// the games of each lineup, n in all, part k of m has those numbered from n(k−1)/m up to but not
// including nk/m. The zero value is all games.
type Part struct {
	Number int // from 1 to Of
	Of     int // number of parts
}

// String returns the part as K/M.
func (p Part) String() string { return fmt.Sprintf("%d/%d", p.Number, p.Of) }

// validate returns an error unless the part is one that can be played.
func (p Part) validate() error {
	if p != (Part{}) && (p.Number < 1 || p.Number > p.Of) {
		return fmt.Errorf("arena: part %v: want part K/M with K from 1 to M", p)
	}
	return nil
}

// due returns the range of games [from, to) of a lineup that are to be played.
func (c *Config) due(lineup int) (from, to int) {
	to = c.Games
	if c.Limits != nil {
		to = c.Limits[lineup]
	}
	if p := c.Part; p.Of > 0 {
		from, to = to*(p.Number-1)/p.Of, to*p.Number/p.Of
	}
	return from, to
}

// Total returns the number of games to play, those of Part if that is set.
func (c *Config) Total() (n int) {
	for l := range c.setup().Lineups {
		from, to := c.due(l)
		n += to - from
	}
	return n
}
