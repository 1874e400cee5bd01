/** Names that nobody else will give: for messages on their way, and for nothing secret. */

const BYTES = 16;

/** 22 characters of A–Z a–z 0–9 _ -. `crypto.randomUUID` is missing on plain http. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}
