// Whether two states have the same turn: then a half-chosen move stays chosen.
export function sameTurn(one, other) {
  const turn = ({ ply, position, player, winner, choices }) =>
    JSON.stringify([ply, position, player, winner, choices]);
  return one !== null && turn(one) === turn(other);
}
