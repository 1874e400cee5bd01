/** The user name that the sign-up form suggests. */
import { MAX_USERNAME, MIN_USERNAME } from "@heliogram/shared/usernames.ts";

/** @returns an empty string if too few Latin letters and digits of the name are left */
export function suggestUsername(first_name: string): string {
  const plain = first_name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "")
    .replace(/^\d+/, "");
  return plain.length >= MIN_USERNAME ? plain.slice(0, MAX_USERNAME) : "";
}
