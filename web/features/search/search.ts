/** The query and filters of a message search, and the parameters that the service takes for them. */
import type { UserApi } from "heliogram/methods/user/index.ts";
import { startOfLocalDay_s } from "../../core/ports/local-time.ts";

type Params = UserApi["searchMessages"]["params"];

export type SearchedKind = NonNullable<Params["kind"]>;

export interface Search {
  readonly query: string;
  /** Restricts the search to this chat. */
  readonly chat_id?: number;
  /** Restricts the search to this topic of the chat. */
  readonly message_thread_id?: number;
  readonly from_id?: number;
  readonly kind?: SearchedKind;
  /** Dates as an `<input type="date">` has them (`2026-01-31`), both inclusive. */
  readonly first?: string;
  readonly last?: string;
}

/**
 * A single letter of these scripts is in nearly every message, so it is not searched for. A single Chinese character is
 * a word.
 */
const SINGLE_LETTER =
  /^[\p{ASCII}\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}]$/u;

/** Whether there is enough to search for. Dates alone are not enough. */
export function isSearchable({ query, from_id, kind, chat_id }: Search): boolean {
  if (from_id !== undefined || kind !== undefined) return true;
  return query !== "" && (chat_id !== undefined || !SINGLE_LETTER.test(query));
}

export function isFiltered({ from_id, kind, first, last }: Search): boolean {
  return [from_id, kind, first, last].some((each) => each !== undefined);
}

export function paramsOf({ query, chat_id, message_thread_id, from_id, kind, first, last }: Search): Params {
  return {
    ...(query === "" ? {} : { query }),
    ...(chat_id === undefined ? {} : { chat_id }),
    ...(message_thread_id === undefined ? {} : { message_thread_id }),
    ...(from_id === undefined ? {} : { from_id }),
    ...(kind === undefined ? {} : { kind }),
    ...(first === undefined ? {} : { since: startOfLocalDay_s(first) }),
    ...(last === undefined ? {} : { until: startOfLocalDay_s(last, 1) }),
  };
}
