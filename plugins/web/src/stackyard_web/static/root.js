// Where the server's addresses begin: nothing, or a path behind a proxy such as "/stackyard".

export const root = document.documentElement.dataset.root ?? "";
