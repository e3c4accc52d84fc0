package gin

import "rummygym/env/game"

func (s *State) mustHold(a game.Action) {}
