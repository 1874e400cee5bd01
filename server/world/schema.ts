/** World files: people, bots and chats to start from, as YAML or JSON (`heliogram dev --world`). */
import { z } from "zod";
import { PERMISSIONS } from "../domain/members/permissions.ts";
import { RIGHTS } from "../domain/members/rights.ts";

const username = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]{2,31}$/, "3 to 32 letters, digits or underscores, a letter first");
const flags = (names: readonly string[]) =>
  z.partialRecord(z.enum(names as [string, ...string[]]), z.boolean()).or(z.enum(["all", "none"]));
const permissions = flags([...Object.keys(PERMISSIONS), "can_send_media_messages"]);
const rights = flags(Object.keys(RIGHTS));

const person = z.strictObject({
  name: z.string().min(1).max(64),
  last_name: z.string().max(64).optional(),
  username: username.optional(),
  owner: z.boolean().default(false),
  password: z.string().min(8).optional(),
  /** A fixed access token, for examples and tests. */
  access_token: z.string().min(16).optional(),
});

const bot = z.strictObject({
  name: z.string().min(1).max(64),
  username,
  owner: username.optional(),
  token: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/, "43 characters of A-Z a-z 0-9 _ -")
    .optional(),
  privacy: z.boolean().default(true),
  dialect: z.enum(["native", "telegram"]).optional(),
  /** People who have started the bot. */
  started_by: z.array(username).default([]),
});

const member = z.strictObject({
  username,
  status: z.enum(["member", "administrator", "restricted", "kicked", "left"]).default("member"),
  rights: rights.optional(),
  permissions: permissions.optional(),
  /** Unix seconds, or seconds from now when below 366 days. */
  until: z.number().int().nonnegative().optional(),
  custom_title: z.string().max(16).optional(),
  is_anonymous: z.boolean().optional(),
});

const chat = z.strictObject({
  type: z.enum(["supergroup", "channel"]).default("supergroup"),
  title: z.string().min(1).max(128),
  username: username.optional(),
  description: z.string().max(255).optional(),
  creator: username,
  permissions: permissions.optional(),
  members: z.array(z.union([username.transform((name) => member.parse({ username: name })), member])).default([]),
});

export const worldSchema = z.strictObject({
  people: z.array(person).default([]),
  bots: z.array(bot).default([]),
  chats: z.array(chat).default([]),
});

export type World = z.infer<typeof worldSchema>;
export type WorldMember = z.infer<typeof member>;
