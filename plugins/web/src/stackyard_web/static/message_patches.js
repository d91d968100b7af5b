// Long messages come as patches: new texts, and runs of pieces of the last two of them. See
// tables/message_patches.py.

const REMEMBERED = 2;

export class Patches {
  constructor() {
    this.forget();
  }

  // A new connection begins without earlier messages.
  forget() {
    this.earlier = [];
  }

  // The message that a patch gives.
  apply(parts) {
    const known = this.earlier.flat();
    let text = "";
    for (let at = 0; at < parts.length; at += 1) {
      if (typeof parts[at] === "string") text += parts[at];
      else {
        const [first, number] = parts.slice(at, at + 2);
        text += known.slice(first, first + number).join("");
        at += 1;
      }
    }
    this.earlier = [...this.earlier, text.match(/[<{][^<{]*/g)].slice(-REMEMBERED);
    return JSON.parse(text);
  }
}
