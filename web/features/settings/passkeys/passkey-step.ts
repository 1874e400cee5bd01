/** What the section about passkeys shows. */
import type { ResultOf } from "../../../core/api/api.ts";

/** The query of the user's passkeys. */
export const PASSKEYS = ["passkeys"];

export type Passkey = ResultOf<"listPasskeys">[number];

/** What is open in place of the list. */
export type Step =
  | { readonly name: "add" }
  | { readonly name: "rename" | "remove"; readonly passkey: Passkey }
  | { readonly name: "codes"; readonly codes: readonly string[] };
