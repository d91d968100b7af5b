// The variations of a record: a line for each, with a button for each move and its comment.

export class VariationList {
  // `look(path, ply)` is called for a click on a move.
  constructor(list, look) {
    this.list = list;
    this.look = look;
  }

  show(variations) {
    this.list.replaceChildren(...variations.map((variation) => this.line(variation)));
  }

  line({ path, ply, moves }) {
    const line = document.createElement("li");
    line.style.marginInlineStart = `${path.length - 1}em`;
    line.append(ply ? `after move ${ply}: ` : "from the start: ");
    moves.forEach(([move, comment], at) => {
      line.append(this.button(path, ply + at + 1, move));
      if (!comment) return;
      const words = document.createElement("span");
      words.className = "help";
      words.textContent = ` ${comment} `;
      line.append(words);
    });
    return line;
  }

  button(path, ply, move) {
    const made = document.createElement("button");
    made.textContent = move;
    made.dataset.place = `${path.join(".")}/${ply}`;
    made.setAttribute("aria-label", `move ${ply}: ${move}`);
    made.addEventListener("click", () => this.look(path, ply));
    return made;
  }

  current(path, ply) {
    const place = `${path.join(".")}/${ply}`;
    for (const made of this.list.querySelectorAll("button")) {
      made.setAttribute("aria-current", String(made.dataset.place === place));
    }
  }
}
