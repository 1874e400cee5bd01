/** A world in which every screen has controls: messages of every kind, rights, links, bans, bots, sessions. */
import { drawPicture, silentMp3 } from "../../support/media.ts";
import { sendFile } from "../../support/send-file.ts";
import type { TestService } from "../../support/service.ts";
import { subscribeDevice } from "../subscribed-device.ts";

async function fillTeam(t: TestService): Promise<void> {
  const chat_id = t.id("Team");
  const said = await t.as("bob", "sendMessage", { chat_id, text: "See https://example.org, @alice and /start" });
  await t.as("bob", "sendMessage", { chat_id, text: "*bold* ||hidden||\n```js\n1\n```", parse_mode: "MarkdownV2" });
  await t.as("bob", "sendContact", { chat_id, first_name: "Zoe", phone_number: "+43 1 2345" });
  await t.as("bob", "sendLocation", { chat_id, latitude: 48.2082, longitude: 16.3738 });
  await t.as("bob", "sendDice", { chat_id });
  for (const file of [
    ["sendPhoto", "photo", "hill.jpg", await drawPicture(60, 40, "#2d6a4f", "jpeg")],
    ["sendPhoto", "photo", "sea.jpg", await drawPicture(60, 40, "#1d4ed8", "jpeg")],
    ["sendAudio", "audio", "tune.mp3", silentMp3(2300)],
    ["sendDocument", "document", "notes.txt", Buffer.from("text")],
  ] as const) {
    await sendFile(t, "bob", file, chat_id);
  }
  const inline_keyboard = [
    [
      { text: "Press", callback_data: "x" },
      { text: "Open", url: "https://example.org" },
    ],
    [{ text: "Copy it", copy_text: { text: "copied" } }],
  ];
  await t.ok("guard_bot", "sendMessage", { chat_id, text: "Well?", reply_markup: { inline_keyboard } });
  await t.ok("guard_bot", "setMyCommands", { commands: [{ command: "help", description: "Says what it can do" }] });
  await t.as("alice", "pinChatMessage", { chat_id, message_id: said.message_id });
  await t.as("alice", "sendMessage", { chat_id, text: "Own words" });
  await t.as("bob", "sendMessage", { chat_id, text: "An answer", reply_to_message_id: said.message_id });
}

/** Fills the pages of a group's panel. */
export async function administer(t: TestService, chat_id: number): Promise<void> {
  await t.as("alice", "addMember", { chat_id, user_id: t.id("dave") });
  await t.as("alice", "restrictChatMember", { chat_id, user_id: t.id("carla"), permissions: {} });
  await t.as("alice", "banChatMember", { chat_id, user_id: t.id("dave") });
  await t.as("alice", "createChatInviteLink", { chat_id, name: "For friends" });
  const closed = await t.as("alice", "createChatInviteLink", { chat_id, name: "Gone" });
  await t.as("alice", "revokeChatInviteLink", { chat_id, invite_link: closed.invite_link });
}

export async function fillService(t: TestService): Promise<void> {
  await fillTeam(t);
  for (const who of ["echo_bot"]) {
    const reply_markup = { keyboard: [["One", "Two"], ["Three"]] };
    await t.ok(who, "sendMessage", { chat_id: t.id("alice"), text: "Choose", reply_markup });
  }
  await administer(t, t.id("Team"));
  const guarded = { chat_id: t.id("Private"), creates_join_request: true };
  const { invite_link } = await t.as("alice", "createChatInviteLink", guarded);
  await t.as("carla", "askToJoin", { invite_link: invite_link.split("/").at(-1) });
  await t.as("alice", "createInvitation");
  await subscribeDevice(t);
  await t.as("dave", "createChat", { title: "Lounge", username: "lounge" });
  await t.as("alice", "openChat", { user_id: t.id("stranger_bot") });
  await t.bot("echo_bot", "sendMessage", { chat_id: 1, text: "to nobody", pars_mode: "HTML" });
}
