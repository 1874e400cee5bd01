/** The small methods of the bot API, each called once with grammY and with Telegraf as they are. */
import { Bot } from "grammy";
import { Telegraf } from "telegraf";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { drawPicture } from "../support/media.ts";
import { startWorld, type TestService } from "../support/service.ts";

const RIGHTS = {
  is_anonymous: false,
  can_manage_chat: true,
  can_delete_messages: true,
  can_manage_video_chats: false,
  can_restrict_members: false,
  can_promote_members: false,
  can_change_info: false,
  can_invite_users: true,
  can_post_stories: false,
  can_edit_stories: false,
  can_delete_stories: false,
} as const;

describe("small methods", () => {
  let t: TestService;
  let team: number;
  let alice: number;
  beforeAll(async () => {
    t = await startWorld("memory", undefined, { dialect: "telegram" });
    [team, alice] = [t.id("Team"), t.id("alice")];
    const photo = new FormData();
    photo.set("photo", new Blob([Uint8Array.from(await drawPicture(300, 200, "#336699"))]), "a.png");
    await t.as("alice", "setProfilePhoto", photo);
  });
  afterAll(() => t.stop());

  test("grammY", async () => {
    const { api } = new Bot(t.token("guard_bot"), { client: { apiRoot: t.url } });
    await api.setMyName("Wächter", { language_code: "de" });
    await api.setMyDescription("Bewacht.", { language_code: "de" });
    await api.setMyShortDescription("Bewacht", { language_code: "de" });
    expect(await api.getMyName({ language_code: "de" })).toEqual({ name: "Wächter" });
    expect(await api.getMyDescription({ language_code: "de" })).toEqual({ description: "Bewacht." });
    expect(await api.getMyShortDescription({ language_code: "fr" })).toEqual({ short_description: "" });
    await api.setMyDefaultAdministratorRights({ rights: { ...RIGHTS, can_send_welcome_messages: false } });
    expect(await api.getMyDefaultAdministratorRights()).toMatchObject(RIGHTS);
    await api.setChatMenuButton({ chat_id: alice, menu_button: { type: "commands" } });
    expect(await api.getChatMenuButton({ chat_id: alice })).toEqual({ type: "commands" });
    const { id } = (await t.as("alice", "createChat", { title: "Elsewhere" })).chat;
    expect([await api.banChatSenderChat(team, id), await api.unbanChatSenderChat(team, id)]).toEqual([true, true]);
    const { invite_link } = await api.createChatInviteLink(team, { name: "Old" });
    const edited = await api.editChatInviteLink(team, invite_link, { name: "New", member_limit: 3 });
    expect(edited).toMatchObject({ invite_link, name: "New", member_limit: 3 });
    const { total_count, photos } = await api.getUserProfilePhotos(alice);
    expect([total_count, photos[0]!.at(-1)!.width]).toEqual([1, 300]);
    const ids = [await api.sendMessage(team, "one"), await api.sendMessage(team, "two")].map((each) => each.message_id);
    expect(await api.forwardMessages(alice, team, ids)).toHaveLength(2);
    expect(await api.copyMessages(alice, team, ids)).toHaveLength(2);
    expect(await api.deleteMessages(team, ids)).toBe(true);
    await expect(api.deleteMessages(team, [])).rejects.toThrow("message identifiers are not specified");
  });

  test("Telegraf", async () => {
    const { telegram } = new Telegraf(t.token("guard_bot"), { telegram: { apiRoot: t.url } });
    await telegram.setMyName("Gardien", "fr");
    await telegram.setMyDescription("Garde.", "fr");
    await telegram.setMyShortDescription("Garde", "fr");
    expect(await telegram.getMyName("fr")).toEqual({ name: "Gardien" });
    expect(await telegram.getMyDescription("fr")).toEqual({ description: "Garde." });
    expect(await telegram.getMyShortDescription("fr")).toEqual({ short_description: "Garde" });
    await telegram.setMyDefaultAdministratorRights({ rights: RIGHTS, forChannels: true });
    expect(await telegram.getMyDefaultAdministratorRights({ forChannels: true })).toMatchObject({
      can_manage_chat: true,
    });
    await telegram.setChatMenuButton({ chatId: alice, menuButton: { type: "default" } });
    expect(await telegram.getChatMenuButton({ chatId: alice })).toEqual({ type: "default" });
    const { id } = (await t.as("alice", "createChat", { title: "Elsewhere too" })).chat;
    expect([await telegram.banChatSenderChat(team, id), await telegram.unbanChatSenderChat(team, id)]).toEqual([
      true,
      true,
    ]);
    const { invite_link } = await telegram.createChatInviteLink(team, { name: "Old" });
    const edited = await telegram.editChatInviteLink(team, invite_link, { name: "New" });
    expect(edited).toMatchObject({ invite_link, name: "New" });
    const { total_count } = await telegram.getUserProfilePhotos(alice, 0, 10);
    expect(total_count).toBe(1);
    const { message_id } = await telegram.sendMessage(team, "one");
    expect(await telegram.forwardMessages(alice, team, [message_id])).toHaveLength(1);
  });
});
