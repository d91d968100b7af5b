// An analysis board: variations from a ply of the match.

import { button, element, make } from "./dom.js";

export class Explorer {
  // `send(message)` sends to the server; `begun()` and `left()` are called at begin and end.
  constructor(box, send, begun, left) {
    this.box = box;
    this.send = send;
    this.begun = begun;
    this.left = left;
    this.root = null;
    this.at = null; // the node that the board shows
    this.wanted = ""; // the moves of the position that was asked for, until it comes
  }

  get on() {
    return this.root !== null;
  }

  get ply() {
    return this.root.ply;
  }

  // The moves that lead to a node.
  moves(node = this.at) {
    return node.up ? [...this.moves(node.up), node.move] : [];
  }

  // Start from a ply of the match, after the first of `moves`; the others can be stepped through.
  begin(ply, moves = []) {
    this.root = { ply, up: null, move: "", next: [] };
    let node = this.root;
    for (const move of moves) {
      node.next.push({ move, up: node, next: [] });
      node = node.next[0];
    }
    this.begun();
    this.go(this.root.next[0] ?? this.root);
    const seen = [element("board"), element("trays"), this.box]; // the last is the most important
    for (const each of seen) each.scrollIntoView({ block: "nearest" });
  }

  leave() {
    this.root = null;
    this.at = null;
    this.box.hidden = true;
    this.left();
  }

  go(node) {
    this.at = node;
    this.wanted = JSON.stringify(this.moves());
    this.send({ type: "explore", ply: this.ply, moves: this.moves() });
    this.draw();
  }

  // Whether a message answers the latest request.
  awaits(message) {
    return this.on && message.ply === this.ply && JSON.stringify(message.moves) === this.wanted;
  }

  play(move) {
    let node = this.at.next.find((known) => known.move === move);
    if (!node) {
      node = { move, up: this.at, next: [] };
      this.at.next.push(node);
    }
    this.go(node);
  }

  // Add a line after the root, without showing it.
  add(moves) {
    let node = this.root;
    for (const move of moves) {
      let next = node.next.find((known) => known.move === move);
      if (next) node.next.splice(node.next.indexOf(next), 1);
      else next = { move, up: node, next: [] };
      node.next.push(next); // the latest line is that of the arrow keys
      node = next;
    }
    this.draw();
  }

  back() {
    if (this.at.up) this.go(this.at.up);
  }

  forward() {
    if (this.at.next.length) this.go(this.at.next.at(-1));
  }

  // Draw a line for each variation, without the moves shared with the line above.
  draw() {
    const lines = [];
    const begin = (depth) => {
      const line = make("li", "", depth ? `after move ${this.ply + depth}: ` : "");
      lines.push(line);
      return line;
    };
    const walk = (node, line) => {
      if (node.up) line.append(this.button(node));
      node.next.forEach((next, number) => {
        walk(next, number ? begin(this.moves(node).length) : line);
      });
    };
    walk(this.root, begin(0));
    this.box.replaceChildren(
      make("p", "help", `Trying moves after move ${this.ply}; the match is not changed.`),
      make("ol", "variations", ...lines.filter((line) => line.children.length)),
      make("div", "row", button("Back to the match", () => this.leave())),
    );
    this.box.hidden = false;
  }

  button(node) {
    const made = button(node.move, () => this.go(node));
    made.className = "";
    made.setAttribute("aria-current", String(node === this.at));
    return made;
  }
}
