/** People and bots: what the rules need to know of an account. */
import type { Media } from "./media.ts";

export interface Account {
  readonly id: number;
  readonly is_bot: boolean;
  readonly first_name: string;
  readonly last_name: string;
  readonly username: string | null;
  readonly photo: Media | null;
  /** Set while an owner of the service keeps the account out (Unix seconds). */
  readonly suspended_at: number | null;
}

/** How a bot is seen from outside: `native` is docs/interface.md to the letter, `telegram` what unmodified bots expect. */
export type Dialect = "native" | "telegram";

export interface Bot extends Account {
  readonly owner_id: number | null;
  readonly token_hash: string;
  readonly privacy: boolean;
  readonly can_join_groups: boolean;
  readonly dialect: Dialect | null;
  readonly description: string;
  readonly about: string;
  /** Set for good (Unix seconds). */
  readonly deleted_at: number | null;
  /** The update kinds the bot asked for; `null` for the default set. */
  readonly allowed_updates: readonly string[] | null;
}

/** The person who is answerable for what an account does: a bot's owner, where it has one. Limits are theirs together. */
export function answerableFor(account: Account & { readonly owner_id?: number | null }): number {
  return account.owner_id ?? account.id;
}

/** A user name as a person or a bot may choose it: Latin letters, digits and underscores, 3 to 32, a letter first. */
export function isUsername(name: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_]{2,31}$/.test(name) && !name.endsWith("_");
}

/** Bots' names say what they are: 5 to 32 characters that end in `bot`, in whatever letter case. */
export function isBotUsername(name: string): boolean {
  return isUsername(name) && name.length >= 5 && /bot$/i.test(name);
}
