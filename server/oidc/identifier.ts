/** Names of people and sessions at a provider, which are stored and compared. */
import { ProviderError } from "./provider-error.ts";

/** A subject has at most 255 characters (OpenID Connect Core 1.0, 2). Control characters cannot be stored everywhere. */
const IDENTIFIER = /^[^\p{Cc}\p{Cs}]{1,255}$/u;

/** @throws ProviderError for a subject, or a session (`sid`), that cannot be stored and found again */
export function assertIdentifier(claim: "sub" | "sid", value: unknown): asserts value is string {
  if (typeof value !== "string" || !IDENTIFIER.test(value))
    throw new ProviderError("bad_answer", `the claim ${claim} is no text of 1 to 255 characters`);
}
