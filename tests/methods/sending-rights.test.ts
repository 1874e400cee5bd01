/** The rights in a chat's row agree with what sending each kind of message returns. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SENDING_ABILITY, type SentKind } from "@heliogram/shared/files.ts";
import { drawPicture, silentMp3 } from "../support/media.ts";
import { enginesInTurn, startWorld, type Json, type TestService } from "../support/service.ts";

const ALL = [
  "messages",
  "photos",
  "videos",
  "video_notes",
  "audios",
  "voice_notes",
  "documents",
  "other_messages",
] as const;

/** Videos take an encoder to make; the matrix of all methods covers them. */
type Kind = Exclude<SentKind, "video" | "video_note">;

/** How each kind is sent: its method, parameters, and permission. */
const KINDS: Readonly<Record<Kind, readonly [method: string, params: object, permission: (typeof ALL)[number]]>> = {
  text: ["sendMessage", { text: "Hello" }, "messages"],
  location: ["sendLocation", { latitude: 1, longitude: 2 }, "messages"],
  venue: ["sendVenue", { latitude: 1, longitude: 2, title: "Inn", address: "Hill 1" }, "messages"],
  contact: ["sendContact", { first_name: "Zoe", phone_number: "+43 1 2345" }, "messages"],
  dice: ["sendDice", {}, "other_messages"],
  photo: ["sendPhoto", { photo: await drawPicture(20, 20, "#2a7") }, "photos"],
  animation: ["sendAnimation", { animation: await drawPicture(20, 20, "#2a7", "gif") }, "other_messages"],
  audio: ["sendAudio", { audio: silentMp3(4) }, "audios"],
  voice: ["sendVoice", { voice: silentMp3(4) }, "voice_notes"],
  document: ["sendDocument", { document: Buffer.from("words") }, "documents"],
};

describe.each(enginesInTurn())("rights to send, on %s", (engine) => {
  let t: TestService;
  let chat_id: number;
  beforeAll(async () => {
    t = await startWorld(engine);
    chat_id = t.id("Team");
  });
  afterAll(() => t.stop());

  const leave = (names: readonly string[]) =>
    t.as("alice", "setChatPermissions", {
      chat_id,
      permissions: Object.fromEntries(names.map((name) => [`can_send_${name}`, true])),
      use_independent_chat_permissions: true,
    });

  async function reasonOf(kind: Kind): Promise<string | null> {
    const [method, params] = KINDS[kind];
    const form = new FormData();
    form.set("chat_id", String(chat_id));
    for (const [name, value] of Object.entries(params)) {
      form.set(name, Buffer.isBuffer(value) ? new Blob([new Uint8Array(value)]) : String(value));
    }
    const { body } = await t.post(`/api/${method}`, form, { authorization: `Bearer ${t.accessToken("bob")}` });
    return body.ok ? null : body.reason;
  }

  async function saidOf(kind: Kind): Promise<string | null> {
    const { chats } = await t.as("bob", "listChats");
    return chats.find(({ chat }: Json) => chat.id === chat_id).can[SENDING_ABILITY[kind]];
  }

  test.each(Object.keys(KINDS) as Kind[])("%s", async (kind) => {
    const [, , permission] = KINDS[kind];
    await leave(ALL.filter((name) => name !== permission));
    expect(await saidOf(kind)).toMatch(/^CANT_SEND_/);
    expect(await reasonOf(kind)).toBe(await saidOf(kind));
    await leave([permission]);
    expect(await saidOf(kind)).toBeNull();
    expect(await reasonOf(kind)).toBeNull();
  });

  test("a caption needs no right to send text", async () => {
    await leave(["photos"]);
    const form = new FormData();
    form.set("chat_id", String(chat_id));
    form.set("caption", "From up here");
    form.set("photo", new Blob([new Uint8Array(await drawPicture(20, 20, "#2a7"))]));
    expect(await t.as("bob", "sendPhoto", form)).toMatchObject({ caption: "From up here" });
  });
});
