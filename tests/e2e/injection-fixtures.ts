/** Users, bots and chats whose texts all try an injection or break the layout, with their messages and files. */
import { drawPicture, silentMp3 } from "../support/media.ts";
import { PREVIEWS } from "./appearance-conversations.ts";
import { startWithClient } from "./browser.ts";
import type { TestService } from "../support/service.ts";

/** The end of a text with a bidirectional override that reverses what follows it. */
export const REVERSED = "gpj.exe";

/** The kinds of texts. Each begins with letters that identify its field, and fills the maximum length of the field. */
const KINDS = {
  "a script, emoji, an invisible character and an unclosed bidirectional override": (place: string, most: number) =>
    most < 64
      ? `${place}\u202E${REVERSED}`
      : `${place}"><img src=x onerror=globalThis.ran=1>\n\u200B👨‍👩‍👧‍👦\u202E${REVERSED}`,
  "one long word": (place: string, most: number) => place + "W".repeat(most - place.length),
} as const;

/** The number of MP3 frames of an audio file that lasts longer than the test. */
const SOUND_FRAMES = 2300;

export interface Attacker {
  readonly kind: string;
  /** A text for a field with this maximum length in characters. */
  readonly text: (place: string, most: number) => string;
  readonly name: string;
  readonly title: string;
  /** User names. */
  readonly person: string;
  readonly restricted: string;
  readonly banned: string;
  readonly bot: string;
  /** The id of a group of Alice's, and of one that she is not a member of. */
  readonly group: number;
  readonly other: number;
  /** The id of a group of Alice's with a topic. */
  readonly forum: number;
}

type MakeText = Attacker["text"];

const people = (text: MakeText, i: number) => [
  { name: text("Na", 64), username: `attacker_${i}` },
  { name: text("Re", 64), last_name: text("la", 64), username: `restricted_${i}` },
  { name: text("Ba", 64), username: `banned_${i}` },
];

const groups = (text: MakeText, i: number) => [
  {
    title: text("Ti", 128),
    description: text("De", 255),
    creator: "alice",
    members: [
      { username: `attacker_${i}`, status: "administrator", rights: "all", custom_title: text("Cu", 16) },
      { username: `restricted_${i}`, status: "restricted" },
      { username: `banned_${i}`, status: "kicked" },
      `attacker_${i}_bot`,
      "bob",
    ],
  },
  { title: text("Ot", 128), description: text("Od", 255), username: `other_${i}`, creator: `attacker_${i}` },
  { title: text("Fo", 128), creator: "alice", members: [`attacker_${i}`], topics: [text("To", 128)] },
];

export async function startInjectionService(): Promise<{ t: TestService; attackers: readonly Attacker[] }> {
  const words = Object.values(KINDS);
  const world = {
    people: [
      { name: "Alice", username: "alice", owner: true },
      { name: "Bob", username: "bob" },
      ...words.flatMap((text, i) => people(text, i)),
    ],
    bots: words.map((text, i) => ({
      name: text("Bo", 64),
      username: `attacker_${i}_bot`,
      owner: "alice",
      started_by: ["alice"],
    })),
    chats: words.flatMap((text, i) => groups(text, i)),
  };
  const t = await startWithClient(world, undefined, { assistant: true, developer: true, ...PREVIEWS });
  const attackers = Object.entries(KINDS).map(([kind, text], i) => ({
    kind,
    text,
    name: text("Na", 64),
    title: text("Ti", 128),
    person: `attacker_${i}`,
    restricted: `restricted_${i}`,
    banned: `banned_${i}`,
    bot: `attacker_${i}_bot`,
    group: t.world.chats[3 * i]!.id,
    other: t.world.chats[3 * i + 1]!.id,
    forum: t.world.chats[3 * i + 2]!.id,
  }));
  for (const attacker of attackers) await fillAttacker(t, attacker);
  return { t, attackers };
}

/** Sends a file with fields to a chat. */
async function sendFile(t: TestService, who: string, method: string, fields: Record<string, string | File>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return t.as(who, method, form);
}

async function fillAttacker(t: TestService, { text, person, bot, group }: Attacker): Promise<void> {
  const alice = t.id("alice");
  const chat_id = String(group);
  await t.as(person, "editProfile", { about: text("Ab", 140) });
  await t.as(person, "openChat", { user_id: alice });
  await t.as("alice", "openChat", { user_id: t.id(person) });
  await t.as("alice", "createChatInviteLink", { chat_id, name: text("Li", 32) });
  await sendMessages(t, person, group, text);
  await sendFiles(t, person, chat_id, text);
  await t.as("alice", "editBot", {
    bot_id: t.id(bot),
    description: text("Bd", 512),
    commands: [{ command: "do_it", description: text("Co", 256) }],
  });
}

async function sendMessages(t: TestService, person: string, group: number, text: MakeText): Promise<void> {
  const alice = t.id("alice");
  const { message_id } = await t.as(person, "sendMessage", { chat_id: group, text: text("Te", 400) });
  await t.as(person, "pinChatMessage", { chat_id: group, message_id });
  await t.as("bob", "sendMessage", { chat_id: group, text: "Oh", reply_to_message_id: message_id });
  await t.as(person, "sendMessage", { chat_id: alice, text: text("Pr", 400) });
  await t.as("bob", "forwardMessage", { chat_id: group, from_chat_id: group, message_id });
  const phone_number = "+43 1 2345";
  await t.as(person, "sendContact", { chat_id: group, first_name: text("Cn", 64), phone_number });
  const place = { latitude: 1, longitude: 2 };
  await t.as(person, "sendVenue", { chat_id: group, ...place, title: text("Ve", 64), address: text("Va", 128) });
}

async function sendFiles(t: TestService, person: string, chat_id: string, text: MakeText): Promise<void> {
  const name = (place: string, end: string) => `${text(place, 60).replaceAll("\n", " ")}${end}`;
  await sendFile(t, person, "sendDocument", { chat_id, document: new File(["x"], name("Do", ".txt")) });
  const audio = new File([silentMp3(SOUND_FRAMES)], "a.mp3", { type: "audio/mpeg" });
  await sendFile(t, person, "sendAudio", { chat_id, title: text("Au", 64), performer: text("Pe", 64), audio });
  const photo = new File([new Uint8Array(await drawPicture(300, 200, "#b23a48", "jpeg"))], "a.jpg");
  await sendFile(t, person, "sendPhoto", { chat_id, caption: text("Ca", 1024), photo });
}
