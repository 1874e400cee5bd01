/** People, bots and chats of which everything that others see is hostile, and what they have said and sent. */
import { drawPicture, silentMp3 } from "../kit/media.ts";
import { startWithClient } from "./browser.ts";
import type { TestService } from "../kit/service.ts";

/** How everything ends that turns round what comes behind it. */
export const TURNED = "gpj.exe";

/** Each kind of text, with a word in front that tells its place, and as long as the place takes it. */
const KINDS = {
  "a script, emoji, nothing to be seen, and an override that is left open": (place: string, most: number) =>
    most < 64 ? `${place}\u202E${TURNED}` : `${place}"><img src=x onerror=globalThis.ran=1>\n\u200B👨‍👩‍👧‍👦\u202E${TURNED}`,
  "a word without an end": (place: string, most: number) => place + "W".repeat(most - place.length),
} as const;

/** Frames of a piece that lasts longer than it is looked at. */
const MINUTE = 2300;

export interface Villain {
  readonly kind: string;
  /** A text for a place that takes this many characters. */
  readonly word: (place: string, most: number) => string;
  readonly name: string;
  readonly title: string;
  /** User names. */
  readonly person: string;
  readonly restricted: string;
  readonly banned: string;
  readonly bot: string;
  /** Ids of a group of Alice's, and of one that she is not in. */
  readonly group: number;
  readonly other: number;
}

type Word = Villain["word"];

const people = (word: Word, i: number) => [
  { name: word("Na", 64), username: `villain_${i}` },
  { name: word("Re", 64), last_name: word("la", 64), username: `restricted_${i}` },
  { name: word("Ba", 64), username: `banned_${i}` },
];

const groups = (word: Word, i: number) => [
  {
    title: word("Ti", 128),
    description: word("De", 255),
    creator: "alice",
    members: [
      { username: `villain_${i}`, status: "administrator", rights: "all", custom_title: word("Cu", 16) },
      { username: `restricted_${i}`, status: "restricted" },
      { username: `banned_${i}`, status: "kicked" },
      `villain_${i}_bot`,
      "bob",
    ],
  },
  { title: word("Ot", 128), description: word("Od", 255), username: `other_${i}`, creator: `villain_${i}` },
];

export async function startCast(): Promise<{ t: TestService; villains: readonly Villain[] }> {
  const words = Object.values(KINDS);
  const world = {
    people: [
      { name: "Alice", username: "alice", owner: true },
      { name: "Bob", username: "bob" },
      ...words.flatMap((word, i) => people(word, i)),
    ],
    bots: words.map((word, i) => ({
      name: word("Bo", 64),
      username: `villain_${i}_bot`,
      owner: "alice",
      started_by: ["alice"],
    })),
    chats: words.flatMap((word, i) => groups(word, i)),
  };
  const t = await startWithClient(world, undefined, { assistant: true });
  const villains = Object.entries(KINDS).map(([kind, word], i) => ({
    kind,
    word,
    name: word("Na", 64),
    title: word("Ti", 128),
    person: `villain_${i}`,
    restricted: `restricted_${i}`,
    banned: `banned_${i}`,
    bot: `villain_${i}_bot`,
    group: t.world.chats[2 * i]!.id,
    other: t.world.chats[2 * i + 1]!.id,
  }));
  for (const villain of villains) await act(t, villain);
  return { t, villains };
}

/** Sends a file with some words to a chat. */
async function sendFile(t: TestService, who: string, method: string, fields: Record<string, string | File>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return t.as(who, method, form);
}

async function act(t: TestService, { word, person, bot, group }: Villain): Promise<void> {
  const alice = t.id("alice");
  const chat_id = String(group);
  await t.as(person, "editProfile", { about: word("Ab", 140) });
  await t.as(person, "openChat", { user_id: alice });
  await t.as("alice", "openChat", { user_id: t.id(person) });
  await t.as("alice", "createChatInviteLink", { chat_id, name: word("Li", 32) });
  await sayInGroup(t, person, group, word);
  await sendFiles(t, person, chat_id, word);
  await t.as("alice", "editBot", {
    bot_id: t.id(bot),
    description: word("Bd", 512),
    commands: [{ command: "do_it", description: word("Co", 256) }],
  });
}

async function sayInGroup(t: TestService, person: string, group: number, word: Word): Promise<void> {
  const alice = t.id("alice");
  const { message_id } = await t.as(person, "sendMessage", { chat_id: group, text: word("Te", 400) });
  await t.as(person, "pinChatMessage", { chat_id: group, message_id });
  await t.as("bob", "sendMessage", { chat_id: group, text: "Oh", reply_to_message_id: message_id });
  await t.as(person, "sendMessage", { chat_id: alice, text: word("Pr", 400) });
  await t.as("bob", "forwardMessage", { chat_id: group, from_chat_id: group, message_id });
  const phone_number = "+43 1 2345";
  await t.as(person, "sendContact", { chat_id: group, first_name: word("Cn", 64), phone_number });
  const place = { latitude: 1, longitude: 2 };
  await t.as(person, "sendVenue", { chat_id: group, ...place, title: word("Ve", 64), address: word("Va", 128) });
}

async function sendFiles(t: TestService, person: string, chat_id: string, word: Word): Promise<void> {
  const name = (place: string, end: string) => `${word(place, 60).replaceAll("\n", " ")}${end}`;
  await sendFile(t, person, "sendDocument", { chat_id, document: new File(["x"], name("Do", ".txt")) });
  const audio = new File([silentMp3(MINUTE)], "a.mp3", { type: "audio/mpeg" });
  await sendFile(t, person, "sendAudio", { chat_id, title: word("Au", 64), performer: word("Pe", 64), audio });
  const photo = new File([new Uint8Array(await drawPicture(300, 200, "#b23a48", "jpeg"))], "a.jpg");
  await sendFile(t, person, "sendPhoto", { chat_id, caption: word("Ca", 1024), photo });
}
