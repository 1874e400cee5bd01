/** The minimum length of a password, and the user name that the sign-up form suggests. */

export const MIN_PASSWORD_LENGTH = 8;

const MIN_USERNAME_LENGTH = 3;

/** @returns an empty string if too few Latin letters and digits of the name are left */
export function suggestUsername(first_name: string): string {
  const plain = first_name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "")
    .replace(/^\d+/, "");
  return plain.length >= MIN_USERNAME_LENGTH ? plain.slice(0, 32) : "";
}
