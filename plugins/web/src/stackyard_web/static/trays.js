// What lies beside the board, in words: letters and numbers say all.

export function showTrays(box, trays) {
  box.replaceChildren(
    ...trays.map((tray) => {
      const words = document.createElement("span");
      const pieces = tray.pieces.map(([letter, count]) => `${count} ${letter}`).join(", ");
      words.textContent = `${tray.title}: ${pieces || "none"}`;
      return words;
    }),
  );
}
