// The path prefix of all addresses: "", or a path behind a proxy such as "/stackyard".

export const root = document.documentElement.dataset.root ?? "";
