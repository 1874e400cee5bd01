/** editChatInviteLink: all options are set anew, and what follows for those who join (behaviour.md §4). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { renewWorld } from "../support/renew-world.ts";
import { engines, startWorld, type Answer, type Json, type TestService } from "../support/service.ts";
import { sqlWrite } from "../support/sql.ts";

describe.each(engines())("editing an invite link on %s", (engine) => {
  let t: TestService;
  let chat_id: number;
  beforeAll(async () => {
    t = await startWorld(engine);
  });
  beforeEach(async () => {
    await renewWorld(t);
    chat_id = t.id("Team");
  });
  afterAll(() => t.stop());

  const now_s = () => Math.floor(t.clock.now() / 1000);
  const create = async (options: object = {}): Promise<string> =>
    (await t.ok("guard_bot", "createChatInviteLink", { chat_id, ...options })).invite_link;
  const attempt = (invite_link: string, options: object = {}): Promise<Answer> =>
    t.bot("guard_bot", "editChatInviteLink", { chat_id, invite_link, ...options });
  const edit = async (invite_link: string, options: object = {}): Promise<Json> => {
    const { body } = await attempt(invite_link, options);
    expect(body.description).toBeUndefined();
    return body.result;
  };
  /** The link as the web client lists it. */
  const listed = async (invite_link: string): Promise<Json> => {
    const links: Json[] = await t.as("alice", "listInviteLinks", { chat_id });
    return links.find((link) => link.invite_link === invite_link);
  };
  const joins = async (who: string, invite_link: string) => {
    const { status, body } = await t.person(who, "joinChat", { invite_link });
    return status === 200 ? "joined" : body.reason;
  };

  test("sets all options anew, and removes what is omitted", async () => {
    const invite_link = await create({ name: "Old", expire_date: now_s() + 60, member_limit: 3 });
    const until = now_s() + 3600;
    const edited = await edit(invite_link, { name: "New", expire_date: until, creates_join_request: true });
    expect(edited).toEqual({
      invite_link,
      creator: expect.objectContaining({ id: t.id("guard_bot") }),
      creates_join_request: true,
      is_primary: false,
      is_revoked: false,
      name: "New",
      expire_date: until,
    });
    expect(await listed(invite_link)).toEqual({ ...edited, uses: 0, creator: expect.anything() });
    const bare = await edit(invite_link);
    expect(Object.keys(bare).sort()).toEqual([
      "creates_join_request",
      "creator",
      "invite_link",
      "is_primary",
      "is_revoked",
    ]);
    expect(bare.creates_join_request).toBe(false);
    const code = invite_link.split("/").at(-1)!;
    expect(await edit(code, { member_limit: 2 })).toMatchObject({ invite_link, member_limit: 2 });
  });

  test("a used-up or expired link can be made valid again, and a lower limit ends it", async () => {
    const invite_link = await create({ member_limit: 1 });
    expect(await joins("dave", invite_link)).toBe("joined");
    await t.as("dave", "leaveChat", { chat_id });
    expect(await joins("dave", invite_link)).toBe("LINK_NOT_FOUND");
    await edit(invite_link, { member_limit: 2, expire_date: now_s() + 60 });
    t.clock.advance(61_000);
    expect(await joins("dave", invite_link)).toBe("LINK_NOT_FOUND");
    await edit(invite_link, { member_limit: 2 });
    expect(await joins("dave", invite_link)).toBe("joined");
    await edit(invite_link, { member_limit: 1 });
    await t.as("dave", "leaveChat", { chat_id });
    expect(await joins("dave", invite_link)).toBe("LINK_NOT_FOUND");
    expect(await listed(invite_link)).toMatchObject({ uses: 2, member_limit: 1 });
  });

  test("approval can be required and dropped, and those who have asked wait on or join", async () => {
    const invite_link = await create();
    await edit(invite_link, { creates_join_request: true });
    expect(await joins("dave", invite_link)).toBe("REQUEST_NEEDED");
    await t.as("dave", "askToJoin", { invite_link });
    expect(await edit(invite_link)).toMatchObject({ creates_join_request: false, pending_join_request_count: 1 });
    expect((await t.as("alice", "listJoinRequests", { chat_id })).length).toBe(1);
    expect(await joins("dave", invite_link)).toBe("joined");
    expect(await t.as("alice", "listJoinRequests", { chat_id })).toEqual([]);
  });

  test("wrong options and links that the bot may not edit are refused, and nothing changes", async () => {
    const invite_link = await create({ name: "Kept" });
    const both = "member limit can't be specified for links requiring administrator approval";
    const options: readonly [object, string][] = [
      [{ member_limit: 100_000 }, "invalid member_limit: 0 to 99999 is expected"],
      [{ member_limit: 2, creates_join_request: true }, both],
      [{ expire_date: now_s() }, "expire_date must be in the future"],
    ];
    for (const [wrong, text] of options) {
      const { status, body } = await attempt(invite_link, wrong);
      expect([status, body.description]).toEqual([400, `Bad Request: ${text}`]);
    }
    expect(await listed(invite_link)).toMatchObject({ name: "Kept" });

    const revoked = await create();
    await t.ok("guard_bot", "revokeChatInviteLink", { chat_id, invite_link: revoked });
    const primary = await t.ok("guard_bot", "exportChatInviteLink", { chat_id });
    const alices = (await t.as("alice", "createChatInviteLink", { chat_id })).invite_link;
    const links: readonly [string, string][] = [
      [revoked, "Bad Request: the invite link is revoked"],
      [primary, "Bad Request: the primary invite link can't be edited"],
      [alices, "Forbidden: not enough rights to edit the invite link"],
      ["nothing", "Not Found: invite link not found"],
    ];
    for (const [link, text] of links) expect((await attempt(link, { name: "X" })).body.description).toBe(text);
    for (const link of [revoked, primary, alices]) expect(await listed(link)).not.toHaveProperty("name");
    const elsewhere = { chat_id: t.id("News"), invite_link, name: "X" };
    expect((await t.bot("guard_bot", "editChatInviteLink", elsewhere)).status).toBe(404);
    expect(await listed(revoked)).toMatchObject({ is_revoked: true });
  });
});

test("a link is not made valid again where a chat has ten thousand usable links", async () => {
  const t = await startWorld("memory", undefined, { rate_limits: "off" });
  try {
    const chat_id = t.id("Team");
    const options = { chat_id, member_limit: 1 };
    const { invite_link } = await t.ok("guard_bot", "createChatInviteLink", options);
    await t.as("dave", "joinChat", { invite_link });
    const insert = `insert into invite_link (code, chat_id, creator_id, name, expires_at, member_limit, uses, is_primary, is_revoked, creates_join_request, created_at)
      with recursive n (i) as (select 1 union all select i + 1 from n where i < 10000)
      select 'link' || i, ?, ?, '', 0, 0, 0, 0, 0, 0, 0 from n`;
    await t.service.db.write((tx) => tx.run(sqlWrite(insert), chat_id, t.id("guard_bot")));
    const edit = (link: string, more: object) =>
      t.bot("guard_bot", "editChatInviteLink", { chat_id, invite_link: link, ...more });
    expect((await edit(invite_link, { member_limit: 2 })).body.description).toBe("Bad Request: too many invite links");
    // What stays used up, and what is valid already, adds no link.
    expect((await edit(invite_link, { member_limit: 1, name: "Full" })).status).toBe(200);
    expect((await edit("link1", { name: "Valid" })).status).toBe(200);
  } finally {
    await t.stop();
  }
});
