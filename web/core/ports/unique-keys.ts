/** Random unique keys for messages to send. They are not secrets. */

const KEY_BYTES = 16;

/** 22 characters of A–Z a–z 0–9 _ -. `crypto.randomUUID` is not available on plain HTTP. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}
