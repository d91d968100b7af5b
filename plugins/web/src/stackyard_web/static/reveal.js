// Scrolls the page no further than it takes to see what has come.

const EDGE = 8; // pixels below what is seen
const still = matchMedia("(prefers-reduced-motion: reduce)");

// Show an element, and another as far as both have room.
export function reveal(element, other) {
  const behavior = still.matches ? "instant" : "smooth";
  scrollBy({ top: needed(element, needed(other, 0)), behavior });
}

// How far to scroll to see an element too, if the page is to scroll so far anyway. A board that
// sticks to the screen needs nothing.
function needed(element, far) {
  const { top, bottom } = element.getBoundingClientRect();
  const below = bottom - innerHeight;
  return Math.min(top, below > far ? below + EDGE : far);
}
