// What a screen reader is told: the last sentences stay, so that none is lost to the next.

const KEPT = 8;
const box = document.getElementById("speech");

export function say(words) {
  if (!words) return;
  const line = document.createElement("p");
  line.textContent = words;
  box.append(line);
  while (box.children.length > KEPT) box.firstChild.remove();
}
