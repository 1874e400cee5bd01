/** The search parameters of the developer's pages: filters, and the selected entry. */
import type { AttemptFilter, CallFilter, Reference, UpdateFilter } from "../../core/api/developer-api.ts";
import { readInteger, readText, readTrue, searchParser } from "../../core/model/addresses/search-parser.ts";

/** The pages that are lists with filters. */
export type LogPath = "/developer" | "/developer/updates" | "/developer/webhooks";

export interface DeveloperSearch {
  /** The name of the world that is shown; the main one by default. */
  readonly world?: string | undefined;
  readonly api?: "bot" | "person" | "webhook" | undefined;
  readonly bot?: Reference | undefined;
  readonly method?: string | undefined;
  readonly code?: number | undefined;
  readonly chat?: Reference | undefined;
  /** The other side, if `chat` is a bot or person. */
  readonly person?: number | undefined;
  readonly message?: number | undefined;
  readonly trace?: string | undefined;
  readonly update?: number | undefined;
  /** Only updates that were not made. */
  readonly missing?: true | undefined;
  /** The id of the selected entry. */
  readonly entry?: number | undefined;
  /** Calls that the pages make themselves are shown too. */
  readonly own?: true | undefined;
  /** Calls of people, and of the assistant, are shown too. */
  readonly people?: true | undefined;
  readonly assistant?: true | undefined;
  /** The oldest entry of the filtered list is selected as soon as there is one. */
  readonly open?: true | undefined;
}

export const parseDeveloperSearch = searchParser<DeveloperSearch>({
  world: readName,
  api: (value) => (value === "bot" || value === "person" || value === "webhook" ? value : undefined),
  bot: readReference,
  method: readName,
  code: readInteger,
  chat: readReference,
  person: readInteger,
  message: readInteger,
  trace: readName,
  update: readInteger,
  missing: readTrue,
  entry: readInteger,
  own: readTrue,
  people: readTrue,
  assistant: readTrue,
  open: readTrue,
});

/** The world of an address. */
export const parseWorldSearch = searchParser<Pick<DeveloperSearch, "world">>({ world: readName });

function readName(value: unknown): string | undefined {
  return readText(value)?.slice(0, 64);
}

function readReference(value: unknown): Reference | undefined {
  return readInteger(value) ?? parseReference(typeof value === "string" ? value : "");
}

/** What was typed as an id or user name; `undefined` for nothing. */
export function parseReference(typed: string): Reference | undefined {
  const text = typed.trim();
  if (text === "") return undefined;
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text.slice(0, 64);
}

/**
 * People's calls and the polls of the assistant hide those of the bots that somebody develops. They are left out unless
 * they are asked for: by their switches, or by the chat, the message or the trace that they belong to.
 */
export function callFilter(search: DeveloperSearch): CallFilter {
  const { api, bot, method, code, chat, person, message, trace, own = false } = search;
  const isAbout = chat !== undefined || message !== undefined || trace !== undefined;
  // The calls of these pages are calls of people.
  const { people = isAbout || own || api !== undefined, assistant = isAbout } = search;
  return {
    console: own ? undefined : false,
    people: people ? undefined : false,
    assistant: assistant ? undefined : false,
    ...{ api, bot, method, code, chat, person, message_id: message, trace },
  };
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
