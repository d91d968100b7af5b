// Full links, and buttons that copy the text beside them.

for (const input of document.querySelectorAll("input[data-path], input[data-picture]")) {
  const path = input.dataset.path ?? input.dataset.picture;
  input.value = (input.dataset.base ?? location.origin) + path;
}
for (const copy of document.querySelectorAll("[data-copy]")) {
  copy.addEventListener("click", async () => {
    const input = document.getElementById(copy.dataset.copy);
    input.select();
    try {
      await navigator.clipboard.writeText(input.value);
      copy.textContent = "Copied";
    } catch {
      input.setSelectionRange(0, input.value.length); // without HTTPS there is no clipboard
      copy.textContent = document.execCommand("copy") ? "Copied" : "Press Ctrl+C";
    }
    setTimeout(() => {
      copy.textContent = "Copy";
    }, 2000);
  });
}
