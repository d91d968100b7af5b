// The archive in the browser's storage: a file in pieces, of which the changed ones are written, all
// in one transaction. The last tab that has opened it is its owner; others write nothing.

const PIECE = 65_536; // bytes
const STORE = "archive";

const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

export class ArchiveStore {
  // `id` is that of the owner.
  static async open(name, id) {
    const store = new ArchiveStore();
    Object.assign(store, { name, id, pieces: [] });
    await store.connect();
    return store;
  }

  async connect() {
    const request = indexedDB.open(this.name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    this.database = await done(request);
  }

  // Take the archive over; its content, null if there is none yet.
  async load() {
    const transaction = this.database.transaction(STORE, "readwrite", { durability: "strict" });
    const rows = transaction.objectStore(STORE);
    const [size, pieces] = [await done(rows.get("size")), []];
    if (size !== undefined) {
      const count = Math.ceil(size / PIECE);
      const found = Array.from({ length: count }, (_, at) => done(rows.get(at)));
      pieces.push(...(await Promise.all(found)));
    }
    await done(rows.put(this.id, "owner"));
    this.pieces = pieces;
    if (size === undefined) return null;
    const whole = new Uint8Array(size);
    pieces.forEach((piece, at) => whole.set(piece, at * PIECE));
    return whole;
  }

  // Write a content; false if another tab owns the archive now. An error if there is no room.
  async save(content) {
    try {
      return await this.write(content);
    } catch (failure) {
      if (failure?.name === "QuotaExceededError") throw failure;
      await this.connect(); // some browsers close it while a tab is in the background
      return this.write(content);
    }
  }

  async write(content) {
    const transaction = this.database.transaction(STORE, "readwrite", { durability: "strict" });
    const rows = transaction.objectStore(STORE);
    const written = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    written.catch(() => null);
    if ((await done(rows.get("owner"))) !== this.id) return false;
    const pieces = [];
    for (let at = 0; at * PIECE < content.length; at += 1) {
      const piece = content.slice(at * PIECE, (at + 1) * PIECE);
      pieces.push(piece);
      if (!same(piece, this.pieces[at])) rows.put(piece, at);
    }
    rows.put(content.length, "size");
    await written;
    this.pieces = pieces;
    return true;
  }
}

function same(one, other) {
  if (one.length !== other?.length) return false;
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return false;
  return true;
}
