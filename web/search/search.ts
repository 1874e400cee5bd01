/** What is searched for, and what of it the service understands. */
import type { WebApi } from "heliogram/methods/web/index.ts";
import { dayOf_s } from "../ports/local-time.ts";

type Params = WebApi["searchMessages"]["params"];

export type FoundKind = NonNullable<Params["kind"]>;

export interface Search {
  readonly query: string;
  /** Only this chat. */
  readonly chat_id?: number;
  readonly from_id?: number;
  readonly kind?: FoundKind;
  /** Days as a field has them, both included: `2026-01-31`. */
  readonly first?: string;
  readonly last?: string;
}

/** One letter of most scripts is in nearly every message; one of Chinese is a word. */
const LONE = /^[\p{ASCII}\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}]$/u;

/** Whether the service can be asked for it: days alone are no question. */
export function isEnough({ query, from_id, kind, chat_id }: Search): boolean {
  if (from_id !== undefined || kind !== undefined) return true;
  return query !== "" && (chat_id !== undefined || !LONE.test(query));
}

export function isFiltered({ from_id, kind, first, last }: Search): boolean {
  return [from_id, kind, first, last].some((each) => each !== undefined);
}

export function paramsOf({ query, chat_id, from_id, kind, first, last }: Search): Params {
  return {
    ...(query === "" ? {} : { query }),
    ...(chat_id === undefined ? {} : { chat_id }),
    ...(from_id === undefined ? {} : { from_id }),
    ...(kind === undefined ? {} : { kind }),
    ...(first === undefined ? {} : { since: dayOf_s(first) }),
    ...(last === undefined ? {} : { until: dayOf_s(last, 1) }),
  };
}
