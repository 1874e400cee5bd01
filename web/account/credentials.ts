/** What people sign in with: the least length of a password, and a user name to begin with. */

export const LEAST_PASSWORD = 8;

const LEAST = 3;

/** Empty where too little of the name is left to make one. */
export function usernameFor(first_name: string): string {
  const plain = first_name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "")
    .replace(/^\d+/, "");
  return plain.length >= LEAST ? plain.slice(0, 32) : "";
}
