// Whether two texts are one move: letters in either case, and parts apart or not, as in a2-a3
// and a2a3; not where a number follows, as in 1-11 and 11-1.
export function sameMove(one, other) {
  const plain = (move) => move.toLowerCase().replace(/(\w)[\s-]+(?=[a-z])/g, "$1");
  return plain(one) === plain(other);
}

// Whether two states have the same turn: then a half-chosen move stays chosen.
export function sameTurn(one, other) {
  const turn = ({ ply, position, player, winner, choices }) =>
    JSON.stringify([ply, position, player, winner, choices]);
  return one !== null && turn(one) === turn(other);
}
