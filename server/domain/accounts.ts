/** Accounts of people and bots: the fields that the rules use. */
import type { BotTopics } from "@heliogram/shared/topics.ts";
import type { Media } from "./media.ts";

/** The name of a person who was erased. */
export const DELETED_ACCOUNT_NAME = "Deleted account";

export interface Account {
  readonly id: number;
  readonly is_bot: boolean;
  readonly first_name: string;
  readonly last_name: string;
  readonly username: string | null;
  readonly photo: Media | null;
  /** Of a person: the language of the client that they used last, as an IETF tag in lower case; "" if it is not known. */
  readonly language_code: string;
  /** When an owner of the service suspended the account (Unix seconds); null if it is not suspended. */
  readonly suspended_at: number | null;
}

/** First and last name as one text. */
export function fullName({ first_name, last_name }: Pick<Account, "first_name" | "last_name">): string {
  return [first_name, last_name].filter(Boolean).join(" ");
}

/**
 * The variant of the bot API that a bot gets: `native` follows docs/interface.md exactly, `telegram` does what
 * unmodified bots expect.
 */
export type Dialect = "native" | "telegram";

export interface Bot extends Account {
  readonly owner_id: number | null;
  readonly token_hash: string;
  readonly privacy: boolean;
  readonly can_join_groups: boolean;
  /** Whether its private chats have topics. */
  readonly topics: BotTopics;
  readonly dialect: Dialect | null;
  readonly description: string;
  readonly about: string;
  /** When the bot was deleted (Unix seconds); a deletion is never undone. */
  readonly deleted_at: number | null;
  /** The update kinds that the bot subscribed to; `null` for the default set. */
  readonly allowed_updates: readonly string[] | null;
}

/** The account whose limits apply: the owner of a bot that has one, so that all bots of a person share their limits. */
export function accountableId(account: Account & { readonly owner_id?: number | null }): number {
  return account.owner_id ?? account.id;
}

/** The longest tag of a language that is kept: RFC 5646 recommends room for 35 characters. */
const MAX_LANGUAGE = 35;

/** The tag of a language as bots get it; "" for what is none. */
export function languageCode(tag: string): string {
  return tag.length <= MAX_LANGUAGE && /^[a-z]{2,8}(-[a-z\d]{1,8})*$/i.test(tag) ? tag.toLowerCase() : "";
}
