/** Links that need approval: who may ask, who gets the request, who decides, and what ends it (join-requests.md). */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { renewWorld } from "../support/renew-world.ts";
import { StreamSocket } from "../support/stream-socket.ts";
import { enginesInTurn, startWorld, type Json, type TestService } from "../support/service.ts";
import { sqlRead } from "../support/sql.ts";

describe.each(enginesInTurn())("requests to join on %s", (engine) => {
  let t: TestService;
  let chat_id: number;
  let invite_link: string;
  const sockets: StreamSocket[] = [];
  beforeAll(async () => {
    t = await startWorld(engine, {}, { rate_limits: "default" });
  });
  beforeEach(async () => {
    await renewWorld(t);
    chat_id = t.id("Team");
    const link = await t.as("alice", "createChatInviteLink", { chat_id, name: "Door", creates_join_request: true });
    invite_link = link.invite_link;
    await t.updates("guard_bot");
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.close();
  });
  afterAll(() => t.stop());

  const now_s = () => Math.floor(t.clock.now() / 1000);
  const look = async (username: string) => {
    const socket = new StreamSocket(t, username);
    sockets.push(socket);
    await socket.until((frame) => frame.type === "hello");
    return socket;
  };
  const ask = (username: string, by = invite_link) => t.as(username, "askToJoin", { invite_link: by });
  const answer = (username: string, decision: "approve" | "decline") =>
    t.as("alice", `${decision}ChatJoinRequest`, { chat_id, user_id: t.id(username) });
  const waiting = async () => {
    const listed: Json[] = await t.as("alice", "listJoinRequests", { chat_id });
    return listed.map((request) => request.from.first_name.toLowerCase());
  };
  const count = async (username = "alice") => {
    const { chats } = await t.as(username, "listChats");
    return chats.find((row: Json) => row.chat.id === chat_id).join_request_count;
  };
  const status = async (username: string) =>
    (await t.ok("guard_bot", "getChatMember", { chat_id, user_id: t.id(username) })).status;
  const reason = async (username: string, method: string, params: object) => {
    const { status: code, body } = await t.person(username, method, params);
    return [code, body.reason];
  };

  test("the link has creates_join_request and the number of pending requests", async () => {
    const options = { chat_id, creates_join_request: true };
    expect(await t.ok("guard_bot", "createChatInviteLink", options)).toMatchObject({ creates_join_request: true });
    expect(await t.ok("guard_bot", "createChatInviteLink", { chat_id })).toMatchObject({ creates_join_request: false });
    const refused = await t.bot("guard_bot", "createChatInviteLink", { ...options, member_limit: 3 });
    expect(refused.body).toMatchObject({
      error_code: 400,
      description: "Bad Request: member limit can't be specified for links requiring administrator approval",
    });
    await ask("dave");
    const links: Json[] = await t.as("alice", "listInviteLinks", { chat_id });
    expect(links.find((link) => link.name === "Door")).toMatchObject({ pending_join_request_count: 1, uses: 0 });
    await answer("dave", "approve");
    const after: Json[] = await t.as("alice", "listInviteLinks", { chat_id });
    expect(after.find((link) => link.name === "Door")).toMatchObject({ uses: 1 });
    expect(after.some((link) => "pending_join_request_count" in link)).toBe(false);
  });

  test("repeated requests are limited per chat", async () => {
    const askAndWithdraw = async (by?: string) => {
      await ask("dave", by);
      await t.as("dave", "withdrawJoinRequest", { invite_link: by ?? invite_link });
    };
    for (let n = 0; n < 4; n++) await askAndWithdraw();
    await ask("dave");
    // Repeating a pending request is not limited.
    for (let n = 0; n < 3; n++) await ask("dave");
    await t.as("dave", "withdrawJoinRequest", { invite_link });
    await t.updates("guard_bot");
    const refused = await t.person("dave", "askToJoin", { invite_link });
    expect(refused).toMatchObject({ status: 429, body: { parameters: { retry_after: 3600 } } });
    expect(await t.updates("guard_bot")).toEqual([]);
    expect(await count()).toBeUndefined();
    const club = await t.as("alice", "createChat", { type: "supergroup", title: "Club" });
    const other = await t.as("alice", "createChatInviteLink", { chat_id: club.chat.id, creates_join_request: true });
    await ask("dave", other.invite_link);
    t.clock.advance(3_600_000);
    await askAndWithdraw();
  });

  test("a request makes nobody a member, and a repeated one changes nothing", async () => {
    expect(await t.as("dave", "resolve", { invite_link })).toMatchObject({ creates_join_request: true });
    expect(await reason("dave", "joinChat", { invite_link })).toEqual([400, "REQUEST_NEEDED"]);
    await ask("dave");
    const asked_s = now_s();
    await t.updates("guard_bot");
    t.clock.advance(60_000);
    await ask("dave");
    expect(await t.updates("guard_bot")).toEqual([]);
    expect(await t.as("alice", "listJoinRequests", { chat_id })).toMatchObject([{ date: asked_s }]);
    expect(await t.as("dave", "resolve", { invite_link })).toMatchObject({ is_member: false, has_asked: true });
    expect(await status("dave")).toBe("left");
    expect(await reason("dave", "getHistory", { chat_id: t.id("Private") })).toEqual([403, "NOT_A_MEMBER"]);
  });

  test("a bot with the right to invite gets the request, and approves it", async () => {
    await ask("dave");
    const [update] = await t.updates("guard_bot");
    expect(update.chat_join_request).toEqual({
      chat: { id: chat_id, type: "supergroup", title: "Team", username: t.username("team") },
      from: { id: t.id("dave"), is_bot: false, first_name: "Dave", username: t.username("dave") },
      user_chat_id: t.id("dave"),
      date: now_s(),
      invite_link: {
        invite_link,
        creator: { id: t.id("alice"), is_bot: false, first_name: "Alice", username: t.username("alice") },
        creates_join_request: true,
        is_primary: false,
        is_revoked: false,
        name: "Door",
        pending_join_request_count: 1,
      },
    });
    expect(await t.updates("echo_bot")).toEqual([]);

    await t.ok("guard_bot", "getUpdates", { allowed_updates: ["chat_member", "message"] });
    const user = { chat_id, user_id: t.id("dave") };
    expect(await t.ok("guard_bot", "approveChatJoinRequest", user)).toBe(true);
    const [member, message] = await t.updates("guard_bot");
    expect(member.chat_member).toMatchObject({
      from: { username: t.username("guard_bot") },
      old_chat_member: { status: "left" },
      new_chat_member: { status: "member", user: { username: t.username("dave") } },
      invite_link: { name: "Door", creates_join_request: true },
    });
    expect(member.chat_member.invite_link).not.toHaveProperty("pending_join_request_count");
    expect(message.message).toMatchObject({
      from: { username: t.username("dave") },
      new_chat_members: [{ username: t.username("dave") }],
    });
    expect(await waiting()).toEqual([]);
    const again = await t.bot("guard_bot", "approveChatJoinRequest", user);
    expect(again.body).toMatchObject({ error_code: 400, description: "Bad Request: HIDE_REQUESTER_MISSING" });
    for (const method of ["approveChatJoinRequest", "declineChatJoinRequest"])
      expect((await t.bot("guard_bot", method, { chat_id, user_id: 999_999_999 })).body).toMatchObject({
        error_code: 400,
        description: "Bad Request: HIDE_REQUESTER_MISSING",
      });
  });

  test("a bot without the right or without the update kind gets nothing", async () => {
    await t.ok("guard_bot", "getUpdates", { allowed_updates: ["message"] });
    await ask("dave");
    expect(await t.updates("guard_bot")).toEqual([]);
    await t.ok("guard_bot", "getUpdates", { allowed_updates: [] });
    await t.as("dave", "withdrawJoinRequest", { invite_link });
    const user_id = t.id("guard_bot");
    await t.as("alice", "promoteChatMember", { chat_id, user_id, can_restrict_members: true });
    await t.updates("guard_bot");
    await ask("dave");
    expect(await t.updates("guard_bot")).toEqual([]);
    const answered = await t.bot("guard_bot", "approveChatJoinRequest", { chat_id, user_id: t.id("dave") });
    expect(answered.body).toMatchObject({
      error_code: 403,
      description: "Forbidden: not enough rights to manage chat join requests",
    });
    // Members may invite here, but only administrators may decide about requests.
    expect(await reason("bob", "approveChatJoinRequest", { chat_id, user_id: t.id("dave") })).toEqual([
      403,
      "CANT_ANSWER_REQUESTS",
    ]);
  });

  test("a person may ask again after a refusal", async () => {
    await ask("dave");
    const user = { chat_id, user_id: t.id("dave") };
    expect(await t.ok("guard_bot", "declineChatJoinRequest", user)).toBe(true);
    expect(await status("dave")).toBe("left");
    const again = await t.bot("guard_bot", "declineChatJoinRequest", user);
    expect(again.body).toMatchObject({ error_code: 400, description: "Bad Request: HIDE_REQUESTER_MISSING" });
    await ask("dave");
    expect(await waiting()).toEqual(["dave"]);
  });

  test("the list is paginated, the oldest request first", async () => {
    const closed = t.id("Private");
    const link = await t.as("alice", "createChatInviteLink", { chat_id: closed, creates_join_request: true });
    for (const username of ["dave", "carla"]) await ask(username, link.invite_link);
    const page = async (params: object) => t.as("alice", "listJoinRequests", { chat_id: closed, limit: 1, ...params });
    const [first] = await page({});
    const [second] = await page({ after: first.id });
    expect([first, second].map(({ from }) => from.username)).toEqual(["dave", "carla"].map((name) => t.username(name)));
    expect(await page({ after: second.id })).toEqual([]);
  });

  test("administrators get the count at once, and the person the outcome", async () => {
    const [alice, bob, dave] = [await look("alice"), await look("bob"), await look("dave")];
    const counts = (socket: StreamSocket) =>
      socket.frames.filter((frame) => frame.kind === "join_requests").map((frame) => frame.join_request_count);
    await ask("dave");
    await alice.until((frame) => frame.kind === "join_requests" && frame.join_request_count === 1);
    await dave.until((frame) => frame.kind === "join_request" && frame.state === "open");
    expect(await count()).toBe(1);
    expect(await count("bob")).toBeUndefined();
    await answer("dave", "decline");
    await dave.until((frame) => frame.kind === "join_request" && frame.state === "declined");
    await ask("dave");
    await t.as("dave", "withdrawJoinRequest", { invite_link });
    await dave.until((frame) => frame.kind === "join_request" && frame.state === "withdrawn");
    await ask("dave");
    await answer("dave", "approve");
    expect(await dave.until((frame) => frame.kind === "join_request" && frame.state === "granted")).toMatchObject({
      type: "account",
      chat_id,
    });
    await dave.until((frame) => frame.type === "joined" && frame.chat_id === chat_id);
    await alice.until(() => counts(alice).length === 6);
    // His own events are in order, so the earlier ones have come.
    await t.as("bob", "archiveChat", { chat_id });
    await bob.until((frame) => frame.kind === "chat_settings");
    expect(counts(alice)).toEqual([1, 0, 1, 0, 1, 0]);
    expect(counts(bob)).toEqual([]);
    expect(await count()).toBeUndefined();
  });

  test("joining in another way approves the request, and does not count as a use of the link", async () => {
    await ask("dave");
    await t.as("bob", "addMember", { chat_id, user_id: t.id("dave") });
    expect(await waiting()).toEqual([]);
    const links: Json[] = await t.as("alice", "listInviteLinks", { chat_id });
    expect(links.find((link) => link.name === "Door").uses).toBe(0);
    await t.as("dave", "leaveChat", { chat_id });
    await ask("dave");
    await t.as("dave", "joinChat", { username: t.username("team") });
    expect(await waiting()).toEqual([]);
    expect(await count()).toBeUndefined();
  });

  test("a ban ends the request, and prevents new ones until it is lifted", async () => {
    const dave = await look("dave");
    await ask("dave");
    await t.ok("guard_bot", "banChatMember", { chat_id, user_id: t.id("dave") });
    await dave.until((frame) => frame.kind === "join_request" && frame.state === "dropped");
    expect(await waiting()).toEqual([]);
    expect(await reason("dave", "askToJoin", { invite_link })).toEqual([403, "KICKED"]);
    await t.ok("guard_bot", "unbanChatMember", { chat_id, user_id: t.id("dave") });
    expect(await waiting()).toEqual([]);
    await ask("dave");
  });

  test("a restriction outlasts the request and its approval", async () => {
    await ask("dave");
    await t.ok("guard_bot", "restrictChatMember", { chat_id, user_id: t.id("dave"), permissions: {} });
    expect(await waiting()).toEqual(["dave"]);
    await answer("dave", "approve");
    expect(await status("dave")).toBe("restricted");
    expect(await reason("dave", "sendMessage", { chat_id, text: "x" })).toEqual([403, "CANT_SEND_TEXT"]);
  });

  test("a revoked link accepts no requests; earlier ones can still be approved", async () => {
    await ask("dave");
    expect(await t.as("alice", "revokeChatInviteLink", { chat_id, invite_link })).toMatchObject({
      is_revoked: true,
      pending_join_request_count: 1,
    });
    await t.as("carla", "leaveChat", { chat_id });
    expect(await reason("carla", "askToJoin", { invite_link })).toEqual([404, "LINK_NOT_FOUND"]);
    expect(await waiting()).toEqual(["dave"]);
    await answer("dave", "approve");
    expect(await status("dave")).toBe("member");
  });

  test("deleting the chat removes its requests, and the people get events", async () => {
    const club: number = (await t.as("alice", "createChat", { title: "Club" })).chat.id;
    const created = [club, t.id("News")].map((id) =>
      t.as("alice", "createChatInviteLink", { chat_id: id, creates_join_request: true }),
    );
    const [link, other] = (await Promise.all(created)).map(({ invite_link }: Json) => invite_link);
    for (const username of ["dave", "carla"]) await ask(username, link);
    await ask("carla", other);
    const asked = [await look("dave"), await look("carla")];
    await t.as("alice", "deleteChat", { chat_id: club });
    for (const socket of asked) {
      const told = await socket.until((frame) => frame.kind === "join_request");
      expect(told).toMatchObject({ type: "account", chat_id: club, state: "dropped" });
    }
    expect(await reason("dave", "withdrawJoinRequest", { invite_link: link })).toEqual([404, "LINK_NOT_FOUND"]);
    // A request to another chat stays pending.
    expect(await t.as("carla", "resolve", { invite_link: other })).toMatchObject({ has_asked: true });
    const [, carla] = asked;
    await t.as("carla", "withdrawJoinRequest", { invite_link: other });
    await carla!.until((frame) => frame.kind === "join_request" && frame.state === "withdrawn");
    const told = carla!.frames.filter((frame) => frame.kind === "join_request");
    expect(told.map((frame) => [frame.chat_id, frame.state])).toEqual([
      [club, "dropped"],
      [t.id("News"), "withdrawn"],
    ]);
    await t.service.db.read(async (tx) => {
      const ids = [club, t.id("News")];
      expect(await tx.all(sqlRead("select chat_id from join_request where chat_id in (?, ?)"), ...ids)).toEqual([]);
    });
  });

  test("in a channel, an approved person joins without a service message", async () => {
    const news = { chat_id: t.id("News") };
    const link = await t.as("alice", "createChatInviteLink", { ...news, creates_join_request: true });
    await ask("dave", link.invite_link);
    await t.as("alice", "approveChatJoinRequest", { ...news, user_id: t.id("dave") });
    const { messages } = await t.as("dave", "getHistory", news);
    expect(messages).toMatchObject([{ channel_chat_created: true }]);
  });

  test("an administrator without the right to invite gets no count", async () => {
    const user = { chat_id, user_id: t.id("bob") };
    await t.as("alice", "promoteChatMember", { ...user, can_invite_users: true });
    await ask("dave");
    expect(await count("bob")).toBe(1);
    await t.as("alice", "promoteChatMember", { ...user, can_restrict_members: true });
    expect(await count("bob")).toBeUndefined();
    expect(await reason("bob", "listJoinRequests", { chat_id })).toEqual([403, "CANT_ANSWER_REQUESTS"]);
  });
});
