/** The search parameters of the developer's pages: filters, and the selected entry. */
import type { AttemptFilter, CallFilter, Reference, UpdateFilter } from "../../core/api/developer-api.ts";

/** The pages that are lists with filters. */
export type LogPath = "/developer" | "/developer/updates" | "/developer/webhooks";

export interface DeveloperSearch {
  /** The name of the world that is shown; the main one by default. */
  readonly world?: string;
  readonly api?: "bot" | "person" | "webhook";
  readonly bot?: Reference;
  readonly method?: string;
  readonly code?: number;
  readonly chat?: Reference;
  /** The other side, if `chat` is a bot or person. */
  readonly person?: number;
  readonly message?: number;
  readonly trace?: string;
  readonly update?: number;
  /** Only updates that were not made. */
  readonly missing?: true;
  /** The id of the selected entry. */
  readonly entry?: number;
  /** Calls that the pages make themselves are shown too. */
  readonly own?: true;
  /** The oldest entry of the filtered list is selected as soon as there is one. */
  readonly open?: true;
}

export function parseDeveloperSearch(search: Record<string, unknown>): DeveloperSearch {
  const { api, missing, own, open } = search;
  const parsed = {
    world: textOf(search.world),
    api: api === "bot" || api === "person" || api === "webhook" ? api : undefined,
    bot: referenceOf(search.bot),
    method: textOf(search.method),
    code: idOf(search.code),
    chat: referenceOf(search.chat),
    person: idOf(search.person),
    message: idOf(search.message),
    trace: textOf(search.trace),
    update: idOf(search.update),
    missing: missing === true ? true : undefined,
    entry: idOf(search.entry),
    own: own === true ? true : undefined,
    open: open === true ? true : undefined,
  };
  return Object.fromEntries(Object.entries(parsed).filter(([, value]) => value !== undefined));
}

/** The world of an address. */
export function parseWorldSearch(search: Record<string, unknown>): Pick<DeveloperSearch, "world"> {
  const world = textOf(search.world);
  return world === undefined ? {} : { world };
}

function idOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) ? value : undefined;
}

function textOf(value: unknown): string | undefined {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && text !== "" ? text.slice(0, 64) : undefined;
}

function referenceOf(value: unknown): Reference | undefined {
  return idOf(value) ?? parseReference(typeof value === "string" ? value : "");
}

/** What was typed as an id or user name; `undefined` for nothing. */
export function parseReference(typed: string): Reference | undefined {
  const text = typed.trim();
  if (text === "") return undefined;
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text.slice(0, 64);
}

export function callFilter(search: DeveloperSearch): CallFilter {
  const { api, bot, method, code, chat, person, message, trace, own = false } = search;
  return { console: own ? undefined : false, api, bot, method, code, chat, person, message_id: message, trace };
}

/** In a private chat, a bot's updates have the person's id as the id of the chat. */
export function updateFilter({ bot, chat, person, message, missing, trace }: DeveloperSearch): UpdateFilter {
  const of = person === undefined ? { bot, chat } : { bot: bot ?? chat, chat: person };
  return { ...of, message_id: message, state: missing && "not_made", trace };
}

export function attemptFilter({ bot, update }: DeveloperSearch): AttemptFilter {
  return { bot, update_id: update };
}

/** The search without filters that are not set. */
export function withFilter(
  search: DeveloperSearch,
  change: { readonly [K in keyof DeveloperSearch]?: DeveloperSearch[K] | undefined },
): DeveloperSearch {
  const { entry: _entry, open: _open, ...filters } = search;
  return Object.fromEntries(
    Object.entries({ ...filters, ...change }).filter(([, value]) => value !== undefined && value !== ""),
  );
}
