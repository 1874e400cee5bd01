/**
 * Photos and names of people and bots are up to date wherever they are visible. A photo is read with the viewer's own
 * file identifier.
 */
import { once } from "node:events";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { StreamSocket } from "../support/stream-socket.ts";
import { drawPicture } from "../support/media.ts";
import {
  engineIndependent,
  enginesInTurn,
  startWorld,
  WORLD,
  type Answer,
  type Json,
  type TestService,
} from "../support/service.ts";

const PHOTO = {
  small_file_id: expect.any(String),
  small_file_unique_id: expect.any(String),
  big_file_id: expect.any(String),
  big_file_unique_id: expect.any(String),
};

describe.each(enginesInTurn())("photos on %s", (engine) => {
  let t: TestService;
  let team: number;
  beforeAll(async () => {
    t = await startWorld(engine);
    team = t.id("Team");
  });
  afterAll(() => t.stop());

  const picture = (background: string) => drawPicture(200, 100, background);
  const setPhoto = async (who: string, fields: Record<string, unknown> = {}, bytes?: Buffer): Promise<Answer> => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
    form.set("photo", new Blob([new Uint8Array(bytes ?? (await picture("teal")))]), "face.png");
    return t.person(who, "setProfilePhoto", form);
  };
  const fetchAs = (who: string, file_id: string) =>
    t.fetch(`/api/file/photo/${file_id}`, { headers: { authorization: `Bearer ${t.accessToken(who)}` } });
  const photoOf = async (viewer: string, who: string) =>
    (await t.as(viewer, "getProfile", { user_id: t.id(who) })).user.photo;

  test("an invalid photo is refused with a reason", async () => {
    const refused = await setPhoto("alice", {}, Buffer.from("no picture"));
    expect([refused.body.error_code, refused.body.reason]).toEqual([400, "BAD_MEDIA"]);
    expect(refused.body.description).not.toContain("the sentence says why");
    expect(refused.body.description).toMatch(/^Bad Request: .*(photo|picture|image|file)/);
  });

  describe("getUserProfilePhotos", () => {
    const ask = (who: string, more: object = {}, bot = "guard_bot") =>
      t.bot(bot, "getUserProfilePhotos", { user_id: t.id(who), ...more });
    const photosOf = async (who: string, more: object = {}) => (await ask(who, more)).body.result;

    test("the photo of somebody whom the bot knows, in all sizes, as files of the bot", async () => {
      expect(await photosOf("bob")).toEqual({ total_count: 0, photos: [] });
      await setPhoto("bob", {}, await drawPicture(900, 600, "teal"));
      const { total_count, photos } = await photosOf("bob");
      expect([total_count, photos.length]).toEqual([1, 1]);
      expect(photos[0].map((size: Json) => [size.width, size.height])).toEqual([
        [90, 60],
        [320, 213],
        [800, 533],
        [900, 600],
      ]);
      const { file_id, file_unique_id, file_size } = photos[0][3];
      const file = await t.ok("guard_bot", "getFile", { file_id });
      expect(file).toMatchObject({ file_unique_id, file_size });
      expect((await t.fetch(`/file/bot${t.token("guard_bot")}/${file.file_path}`)).status).toBe(200);
      const sent = await t.ok("guard_bot", "sendPhoto", { chat_id: team, photo: file_id });
      expect(sent.photo[3].file_unique_id).toBe(file_unique_id);
      await t.as("bob", "deleteProfilePhoto");
      expect(await photosOf("bob")).toEqual({ total_count: 0, photos: [] });
    });

    test("offset and limit", async () => {
      await setPhoto("bob");
      for (const [more, count] of [
        [{ offset: 0, limit: 1 }, 1],
        [{ limit: 0 }, 1],
        [{ limit: 1000 }, 1],
        [{ offset: 1 }, 0],
        [{ offset: 5, limit: 100 }, 0],
      ] as const)
        expect([more, await photosOf("bob", more)]).toMatchObject([
          more,
          { total_count: 1, photos: { length: count } },
        ]);
      const negative = await ask("bob", { offset: -1 });
      expect([negative.status, negative.body.description]).toEqual([
        400,
        "Bad Request: parameter offset must be non-negative",
      ]);
      await t.as("bob", "deleteProfilePhoto");
    });

    test("whom a bot may ask about", async () => {
      expect((await ask("guard_bot")).status).toBe(200);
      const outsider = await ask("dave");
      expect([outsider.status, outsider.body.description]).toEqual([404, "Not Found: user not found"]);
      await t.as("dave", "startBot", { user_id: t.id("guard_bot") });
      expect((await ask("dave")).status).toBe(200);
      await t.as("dave", "blockUser", { user_id: t.id("guard_bot") });
      expect((await ask("dave")).status).toBe(200);
      const { chat: left } = await t.as("alice", "createChat", { type: "supergroup", title: "Left" });
      await t.as("alice", "addMember", { chat_id: left.id, user_id: t.id("bob") });
      expect((await ask("bob", {}, "stranger_bot")).status).toBe(404);
      await t.as("alice", "addMember", { chat_id: left.id, user_id: t.id("stranger_bot") });
      expect((await ask("bob", {}, "stranger_bot")).status).toBe(200);
      await t.as("bob", "leaveChat", { chat_id: left.id });
      expect((await ask("bob", {}, "stranger_bot")).status).toBe(404);
    });
  });

  test("bots get the creator of a link without the photo", async () => {
    await setPhoto("alice");
    await t.ok("guard_bot", "getUpdates", { allowed_updates: ["chat_member"] });
    const { invite_link } = await t.as("alice", "createChatInviteLink", { chat_id: team });
    await t.updates("guard_bot");
    await t.as("dave", "joinChat", { invite_link });
    const [update] = await t.updates("guard_bot");
    expect(update.chat_member.invite_link.creator).toMatchObject({ username: "alice" });
    expect(update.chat_member.invite_link.creator).not.toHaveProperty("photo");
    await t.as("dave", "leaveChat", { chat_id: team });
    await t.ok("guard_bot", "getUpdates", { allowed_updates: [] });
    await t.as("alice", "deleteProfilePhoto");
  });

  test("a person's photo is part of every user object in the user API", async () => {
    await t.as("alice", "openChat", { user_id: t.id("bob") });
    await t.as("alice", "sendMessage", { chat_id: team, text: "Before" });
    expect((await setPhoto("alice")).body).toMatchObject({ ok: true, result: true });
    const alice = t.id("alice");
    expect((await t.as("alice", "getProfile")).user.photo).toEqual(PHOTO);
    expect((await t.as("dave", "search", { query: "alice" })).users[0].photo).toEqual(PHOTO);
    expect((await t.as("dave", "resolve", { username: "alice" })).user.photo).toEqual(PHOTO);
    expect((await t.as("alice", "listPeople", { query: "alice" })).people[0].user.photo).toEqual(PHOTO);
    expect((await t.as("alice", "listPeople", { query: "bob" })).people[0].user).not.toHaveProperty("photo");
    const { messages } = await t.as("bob", "getHistory", { chat_id: team });
    expect(messages.at(-1).from.photo).toEqual(PHOTO);
    const members = await t.as("bob", "listMembers", { chat_id: team });
    expect(members.find((each: Json) => each.user.id === alice).user.photo).toEqual(PHOTO);
    expect(members.find((each: Json) => each.user.id === t.id("bob")).user).not.toHaveProperty("photo");
    const target = { chat_id: team, user_id: alice };
    expect((await t.as("bob", "getMember", target)).user.photo).toEqual(PHOTO);
    expect((await t.as("bob", "getChatMember", target)).user.photo).toEqual(PHOTO);
    const { chats } = await t.as("bob", "listChats");
    const row = chats.find((each: Json) => each.chat.id === alice);
    expect([row.photo, row.peer.user.photo]).toEqual([PHOTO, PHOTO]);
    // A change of the name keeps the photo.
    expect((await t.as("alice", "editProfile", { about: "Hello" })).photo).toEqual(PHOTO);
  });

  test("a photo is readable with the viewer's own file identifier only", async () => {
    const { small_file_id, big_file_id } = await photoOf("bob", "alice");
    for (const [file_id, width] of [
      [small_file_id, 90],
      [big_file_id, 200],
    ]) {
      const answer = await fetch(`${t.url}/api/file/photo/${file_id}`, {
        headers: { authorization: `Bearer ${t.accessToken("bob")}` },
      });
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
      expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBe(width);
    }
    expect((await fetchAs("carla", small_file_id)).status).toBe(404);
    expect((await t.fetch(`/api/file/photo/${small_file_id}`)).status).toBe(401);
    expect((await t.fetch(`/file/bot${t.token("echo_bot")}/photo/${small_file_id}`)).status).toBe(404);
  });

  test("bots get user objects without photos, and the photo in ChatFullInfo", async () => {
    await t.updates("guard_bot");
    await t.as("alice", "sendMessage", { chat_id: team, text: "Hello" });
    const [update] = await t.updates("guard_bot");
    expect(update.message.from).toEqual({ id: t.id("alice"), is_bot: false, first_name: "Alice", username: "alice" });
    const member = await t.ok("guard_bot", "getChatMember", { chat_id: team, user_id: t.id("alice") });
    expect(member.user).not.toHaveProperty("photo");
    const info = await t.ok("echo_bot", "getChat", { chat_id: t.id("alice") });
    expect(info.photo).toEqual(PHOTO);
    const { file_path } = await t.ok("echo_bot", "getFile", { file_id: info.photo.small_file_id });
    expect((await t.fetch(`/file/bot${t.token("echo_bot")}/${file_path}`)).status).toBe(200);
  });

  test("members of shared chats and the person's own sockets get photo changes", async () => {
    const sockets = new Map(["alice", "bob", "dave"].map((who) => [who, new StreamSocket(t, who)]));
    for (const socket of sockets.values()) await socket.until((frame) => frame.type === "hello");
    const before = await photoOf("bob", "alice");
    expect((await setPhoto("alice", {}, await picture("orange"))).status).toBe(200);
    const frame = await sockets
      .get("bob")!
      .until(({ kind, chat_id, member }) => kind === "member" && chat_id === team && member?.user.id === t.id("alice"));
    expect(frame.member.user.photo).toEqual(PHOTO);
    expect(frame.member.user.photo.big_file_unique_id).not.toBe(before.big_file_unique_id);
    await sockets.get("alice")!.until(({ kind }) => kind === "profile");
    expect(await t.as("alice", "deleteProfilePhoto")).toBe(true);
    await sockets
      .get("bob")!
      .until(({ kind, member }) => kind === "member" && member?.user.id === t.id("alice") && !member.user.photo);
    expect(await photoOf("bob", "alice")).toBeUndefined();
    expect((await t.person("alice", "deleteProfilePhoto")).body.reason).toBe("NO_PROFILE_PHOTO");
    // Dave shares no chat with her: his next event is another one.
    await t.as("dave", "createChat", { title: "Alone" });
    await sockets.get("dave")!.until(({ type }) => type === "joined");
    expect(sockets.get("dave")!.frames.filter(({ kind }) => kind === "member")).toEqual([]);
    for (const socket of sockets.values()) socket.close();
  });

  test("members of shared chats get name changes", async () => {
    const bob = new StreamSocket(t, "bob");
    await bob.until((frame) => frame.type === "hello");
    const named = (name: string) =>
      bob.until(({ kind, chat_id, member }) => {
        return kind === "member" && chat_id === team && member?.user.first_name === name;
      });
    await t.as("carla", "editProfile", { first_name: "Clara" });
    expect((await named("Clara")).member.status).toBe("member");
    await t.as("alice", "editBot", { bot_id: t.id("guard_bot"), name: "Sentry" });
    expect((await named("Sentry")).member.status).toBe("administrator");
    bob.close();
  });

  test("owners set the photos of their bots", async () => {
    const bot_id = t.id("echo_bot");
    expect((await setPhoto("alice", { bot_id })).status).toBe(200);
    expect((await t.as("alice", "listBots")).bots.find((each: Json) => each.user.id === bot_id).user.photo).toEqual(
      PHOTO,
    );
    expect(await photoOf("bob", "echo_bot")).toEqual(PHOTO);
    expect((await t.as("alice", "listAllBots", { query: "echo" })).bots[0].user.photo).toEqual(PHOTO);
    expect((await t.as("alice", "getProfile")).user).not.toHaveProperty("photo");
    for (const [who, id] of [
      ["bob", bot_id],
      ["alice", t.id("stranger_bot")],
      ["alice", t.id("bob")],
    ] as const) {
      expect((await setPhoto(who, { bot_id: id })).body).toMatchObject({ error_code: 404, reason: "BOT_NOT_FOUND" });
    }
    expect((await t.person("bob", "deleteProfilePhoto", { bot_id })).body.reason).toBe("BOT_NOT_FOUND");
    expect(await t.as("alice", "deleteProfilePhoto", { bot_id })).toBe(true);
    expect(await photoOf("bob", "echo_bot")).toBeUndefined();
  });

  test("a public chat in search results has its photo", async () => {
    const form = new FormData();
    form.set("chat_id", String(team));
    form.set("photo", new Blob([new Uint8Array(await picture("olive"))]), "team.png");
    await t.as("alice", "setChatPhoto", form);
    const [found] = (await t.as("dave", "search", { query: "team" })).chats;
    expect(found).toMatchObject({ title: "Team", photo: PHOTO });
    expect((await fetchAs("dave", found.photo.small_file_id)).status).toBe(200);
  });

  test("a file that is not an image is refused", async () => {
    const answer = await setPhoto("bob", {}, Buffer.from("not a picture"));
    expect([answer.status, answer.body.reason]).toEqual([400, "BAD_MEDIA"]);
    expect(await photoOf("alice", "bob")).toBeUndefined();
  });
});

test.each(engineIndependent())("bots get the language of a person's client on %s", async (engine) => {
  const [first, ...others] = WORLD.people;
  const t = await startWorld(engine, { ...WORLD, people: [{ ...first!, language_code: "pt-BR" }, ...others] });
  const chat_id = t.id("guard_bot");
  const languages = async () => {
    await t.as("alice", "sendMessage", { chat_id, text: "hello" });
    const [update] = await t.updates("guard_bot");
    const { user } = await t.ok("guard_bot", "getChatMember", { chat_id: t.id("Team"), user_id: t.id("alice") });
    return [update.message.from.language_code, user.language_code];
  };
  const connect = async (query: string) => {
    const address = `${t.url.replace("http", "ws")}/api/stream${query}`;
    const socket = new WebSocket(address, { headers: { authorization: `Bearer ${t.accessToken("alice")}` } });
    await once(socket, "message");
    socket.terminate();
  };
  expect(await languages()).toEqual(["pt-br", "pt-br"]);
  await connect("?language=de");
  expect(await languages()).toEqual(["de", "de"]);
  // What is no tag, or none at all, changes nothing.
  for (const query of ["", "?language=", "?language=x%27y", `?language=${"a-".repeat(40)}a`]) await connect(query);
  expect(await languages()).toEqual(["de", "de"]);
  const seen = (await t.as("bob", "getProfile", { user_id: t.id("alice") })).user;
  expect(seen).not.toHaveProperty("language_code");
  expect(await t.ok("guard_bot", "getMe")).not.toHaveProperty("language_code");
  await t.stop();
});
