/** The schema of world files: people, bots and chats, as YAML or JSON (`heliogram dev --world`). */
import { REACTIONS } from "@heliogram/shared/reactions.ts";
import { topicIconOf } from "@heliogram/shared/topic-icons.ts";
import { BOT_TOPICS, MAX_TOPIC_NAME, TOPIC_COLORS } from "@heliogram/shared/topics.ts";
import {
  BOT_LIMITS,
  MAX_CHAT_DESCRIPTION,
  MAX_CHAT_TITLE,
  MAX_CUSTOM_TITLE,
  MAX_NAME,
  MAX_PASSWORD,
  MIN_PASSWORD,
} from "@heliogram/shared/limits.ts";
import { RIGHTS, SHOWN_PERMISSIONS } from "@heliogram/shared/permissions.ts";
import { isBotUsername, isUsername } from "@heliogram/shared/usernames.ts";
import { z } from "zod";
import { languageCode } from "../domain/accounts.ts";
import { GENERAL_NAME } from "../domain/topics.ts";
import { reactionOf } from "../domain/reactions.ts";

/** An object with these keys and no others. */
export function object<S extends z.core.$ZodLooseShape>(shape: S, what = "an object") {
  const keys = Object.keys(shape).join(", ");
  const error = (issue: { readonly code?: string | undefined }) =>
    issue.code === "unrecognized_keys" ? `one of ${keys}` : `${what} with some of ${keys}`;
  return z.strictObject(shape, { error });
}

function inRange(length: number, min: number, max: number): boolean {
  return length >= min && length <= max;
}

/** A text whose length is in code points, as the service counts. */
export function text(min: number, max: number) {
  const error = `a text of ${min} to ${max} characters`;
  return z.string({ error }).refine((value) => inRange([...value].length, min, max), { error });
}

function pattern(form: RegExp, error: string) {
  return z.string({ error }).regex(form, { error });
}

function choice<const W extends string>(...words: W[]) {
  return z.enum(words, { error: `one of ${words.join(", ")}` });
}

export function list<S extends z.ZodType>(of: S) {
  return z.array(of, { error: "a list" });
}

const flag = z.boolean({ error: "true or false" });

/** Flags by name; omitted ones are false. `all` and `none` set all of them. */
function flags(names: readonly string[]) {
  const all = (value: boolean) => Object.fromEntries(names.map((name) => [name, value]));
  const shape = Object.fromEntries(names.map((name) => [name, flag.optional()]));
  return z.preprocess(
    (raw) => (raw === "all" ? all(true) : raw === "none" ? {} : raw),
    object(shape, "all, none, or an object"),
  );
}

function accepted(isAccepted: (value: string) => boolean, error: string) {
  return z.string({ error }).refine(isAccepted, { error });
}

const username = accepted(
  isUsername,
  "a user name of 3 to 32 letters, digits or underscores, a letter first and no underscore last",
);
const botUsername = accepted(isBotUsername, "a user name of 5 to 32 letters, digits or underscores, ending in bot");
const permissions = flags(SHOWN_PERMISSIONS);
const rights = flags(RIGHTS);

const languageTag = z
  .string({ error: "the tag of a language, such as en or pt-br" })
  .refine((tag) => languageCode(tag) !== "", { error: "the tag of a language, such as en or pt-br" });

const person = object({
  name: text(1, MAX_NAME),
  last_name: text(0, MAX_NAME).optional(),
  language_code: languageTag.optional(),
  username: username.optional(),
  owner: flag.default(false),
  password: text(MIN_PASSWORD, MAX_PASSWORD).optional(),
  /** A fixed access token, for examples and tests. */
  access_token: text(16, 256).optional(),
});

const bot = object({
  name: text(1, BOT_LIMITS.name),
  username: botUsername,
  owner: username.optional(),
  /** The part of the token after the colon; the part before it is the id, which the service assigns. */
  token: pattern(
    /^[A-Za-z0-9_-]{43}$/,
    "what follows the colon of a token: 43 characters of A-Z a-z 0-9 _ -",
  ).optional(),
  privacy: flag.default(true),
  /** Whether its private chats have topics. */
  topics: choice(...BOT_TOPICS).default("off"),
  dialect: choice("native", "telegram").optional(),
  /** People who have started the bot. */
  started_by: list(username).default([]),
});

const UNTIL = "Unix seconds, or seconds from now below 366 days";

const memberObject = object(
  {
    username,
    status: choice("member", "administrator", "restricted", "kicked", "left").default("member"),
    rights: rights.optional(),
    permissions: permissions.optional(),
    /** Unix seconds, or seconds from now if less than 366 days; 0 for no end. */
    until: z.int({ error: UNTIL }).nonnegative({ error: UNTIL }).optional(),
    custom_title: text(0, MAX_CUSTOM_TITLE).optional(),
    is_anonymous: flag.optional(),
  },
  "a user name, or an object",
);

/** A user name only stands for a plain member. */
const member = z.preprocess((raw) => (typeof raw === "string" ? { username: raw } : raw), memberObject);

const reaction = accepted(
  (emoji) => reactionOf(emoji) !== undefined,
  `one of the ${REACTIONS.length} emoji of reactions`,
);

const topicObject = object(
  {
    name: text(1, MAX_TOPIC_NAME),
    icon: accepted((emoji) => topicIconOf(emoji) !== undefined, "one of the emoji of topic icons").optional(),
    icon_color: z.literal([...TOPIC_COLORS], { error: `one of ${TOPIC_COLORS.join(", ")}` }).default(TOPIC_COLORS[0]),
    is_closed: flag.default(false),
  },
  "a name, or an object",
);

/** A name stands for an open topic without an icon. */
const topic = z.preprocess((raw) => (typeof raw === "string" ? { name: raw } : raw), topicObject);

const general = object({
  name: text(1, MAX_TOPIC_NAME).default(GENERAL_NAME),
  is_closed: flag.default(false),
  is_hidden: flag.default(false),
});

const chat = object({
  type: choice("supergroup", "channel").default("supergroup"),
  title: text(1, MAX_CHAT_TITLE),
  username: username.optional(),
  description: text(0, MAX_CHAT_DESCRIPTION).optional(),
  creator: username,
  permissions: permissions.optional(),
  /** A group's topics, without General; left out, it has none. */
  topics: list(topic).optional(),
  /** The topic General of a group with topics. */
  general: general.optional(),
  /** The emoji that members may react with; left out, all. */
  available_reactions: list(reaction).optional(),
  /** Whether links in new messages get previews, where the service fetches them. */
  link_previews: flag.default(true),
  members: list(member).default([]),
});

export const worldSchema = object({
  people: list(person).default([]),
  bots: list(bot).default([]),
  chats: list(chat).default([]),
  /** Whether the service fetches the pages to which messages link; left out, as its options say. */
  link_previews: flag.optional(),
});

export type World = z.infer<typeof worldSchema>;
export type WorldTopic = z.infer<typeof topicObject>;
export type WorldGeneral = z.infer<typeof general>;
export type WorldMember = z.infer<typeof memberObject>;
