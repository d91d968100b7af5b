// Messages for screen readers; the latest ones stay, so that none is replaced unread.

const KEPT = 8;
const box = document.getElementById("speech");

export function say(words) {
  if (!words) return;
  const line = document.createElement("p");
  line.textContent = words;
  box.append(line);
  while (box.children.length > KEPT) box.firstChild.remove();
}
