/** A service with content on every screen: all kinds of messages, rights, links and bots, in two scripts. */
import { fillConversations, PREVIEWS, withConversations } from "./appearance-conversations.ts";
import { fillDeveloperPages } from "./appearance-developer.ts";
import { fillFactorPages } from "./appearance-factors.ts";
import { fillMailPages, WITH_MAIL } from "./appearance-mail.ts";
import { systemClock } from "heliogram/ports/clock.ts";
import { drawPicture, silentMp3 } from "../support/media.ts";
import { WORLD, type TestService } from "../support/service.ts";
import { providerOptions } from "../support/oidc.ts";
import { startWithClient } from "./browser.ts";
import { subscribeDevice } from "./subscribed-device.ts";

/** The number of MP3 frames of an audio file that lasts longer than the test. */
const SOUND_FRAMES = 9000;

/** The displayed length of the video. */
export const VIDEO_LENGTH = "1:23";
const VIDEO_S = 83;

/** @param video a video drawn by a browser */
export async function startAppearanceService(video: Buffer<ArrayBuffer>): Promise<TestService> {
  const chats = [
    ...WORLD.chats,
    {
      title: "Club",
      username: "club",
      creator: "alice",
      members: ["bob", "carla", "echo_bot", { username: "guard_bot", status: "administrator", rights: "all" }],
    },
    { title: "Lounge", username: "lounge", description: "Sit down", creator: "dave" },
    { title: "فريق القراءة", creator: "bob", members: ["alice"] },
  ];
  const t = await startWithClient(withConversations(chats), undefined, {
    developer: true,
    ...PREVIEWS,
    ...WITH_MAIL,
    providers: [providerOptions({ id: "company", issuer: "https://sso.invalid" })],
  });
  await sendMessages(t);
  await sendFiles(t, video);
  await administer(t);
  await fillOwnerPages(t);
  await fillConversations(t);
  await fillMailPages(t);
  await fillFactorPages(t);
  await fillDeveloperPages(t);
  await subscribeDevice(t);
  return t;
}

async function sendMessages(t: TestService): Promise<void> {
  const team = t.id("Team");
  const say = (who: string, text: string, more: object = {}) =>
    t.as(who, "sendMessage", { chat_id: team, text, ...more });
  await t.as("alice", "openChat", { user_id: t.id("bob") });
  await t.as("carla", "openChat", { user_id: t.id("alice") });
  await t.as("carla", "sendMessage", { chat_id: t.id("alice"), text: "Unread" });
  await t.as("bob", "sendMessage", { chat_id: t.id("فريق القراءة"), text: "مرحبًا @alice، متى نلتقي؟" });
  const { message_id } = await say("bob", "See https://example.org and /start");
  const second = await say("carla", "صباح الخير، هذه رسالة بالعربية فيها English أيضًا.");
  for (const pinned of [message_id, second.message_id]) {
    await t.as("alice", "pinChatMessage", { chat_id: team, message_id: pinned });
  }
  await say("alice", "Read", { reply_to_message_id: message_id });
  await t.as("alice", "forwardMessage", { chat_id: team, from_chat_id: team, message_id });
  await t.ok("guard_bot", "sendMessage", {
    chat_id: team,
    text: "*bold* _it_ `code` ||hidden||\n```js\n1\n```",
    parse_mode: "MarkdownV2",
    reply_markup: {
      inline_keyboard: [
        [
          { text: "Press", callback_data: "x" },
          { text: "Open", url: "https://example.org" },
        ],
      ],
    },
  });
  await t.as("bob", "sendLocation", { chat_id: team, latitude: 48.2, longitude: 16.3 });
  await t.as("bob", "sendContact", { chat_id: team, first_name: "Zoe", phone_number: "+43 1 2345" });
  await t.as("bob", "sendDice", { chat_id: team });
  const reply_markup = { keyboard: [["One", "Two"]] };
  await t.ok("echo_bot", "sendMessage", { chat_id: t.id("alice"), text: "Choose", reply_markup });
  await t.ok("echo_bot", "setMyCommands", { commands: [{ command: "weather", description: "How it is outside" }] });
  await t.as("alice", "openChat", { user_id: t.id("stranger_bot") });
  const { chat } = await t.as("alice", "createChat", { title: "Old" });
  await t.as("alice", "archiveChat", { chat_id: chat.id });
}

async function send(t: TestService, method: string, fields: Readonly<Record<string, string | File>>): Promise<void> {
  const form = new FormData();
  form.set("chat_id", String(t.id("Team")));
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  await t.as("bob", method, form);
}

async function sendFiles(t: TestService, video_bytes: Buffer<ArrayBuffer>): Promise<void> {
  const video = new File([video_bytes], "film.webm", { type: "video/webm" });
  await send(t, "sendVideo", { video, duration: String(VIDEO_S) });
  const audio = new File([silentMp3(SOUND_FRAMES)], "song.mp3", { type: "audio/mpeg" });
  await send(t, "sendAudio", { audio, title: "Song", performer: "Nobody" });
  await send(t, "sendVoice", { voice: new File([silentMp3(200)], "v.mp3", { type: "audio/mpeg" }) });
  const red = new File([new Uint8Array(await drawPicture(300, 200, "#b23a48", "jpeg"))], "a.jpg");
  const green = new File([new Uint8Array(await drawPicture(200, 300, "#2d6a4f", "jpeg"))], "b.jpg");
  const media = ["red", "green"].map((name, i) => ({
    type: "photo",
    media: `attach://${name}`,
    ...(i === 0 ? { caption: "Two colours" } : {}),
  }));
  await send(t, "sendMediaGroup", { media: JSON.stringify(media), red, green });
  await send(t, "sendDocument", { document: new File(["text"], "notes.txt") });
}

async function administer(t: TestService): Promise<void> {
  const chat_id = t.id("Club");
  const until_date = Math.floor(systemClock().now() / 1000) + 7200;
  await t.as("alice", "setChatDescription", { chat_id, description: "Where we talk" });
  await t.as("alice", "promoteChatMember", { chat_id, user_id: t.id("bob"), can_restrict_members: true });
  await t.as("alice", "restrictChatMember", { chat_id, user_id: t.id("carla"), permissions: {}, until_date });
  await t.as("alice", "banChatMember", { chat_id, user_id: t.id("dave") });
  await t.as("alice", "exportChatInviteLink", { chat_id });
  await t.as("alice", "createChatInviteLink", { chat_id, name: "For a few", member_limit: 2, expire_date: until_date });
  await requestToJoin(t, t.id("Team"));
}

/** A user asks to join. */
async function requestToJoin(t: TestService, chat_id: number): Promise<void> {
  const link = { chat_id, name: "By request", creates_join_request: true };
  const { invite_link } = await t.as("alice", "createChatInviteLink", link);
  await t.as("dave", "askToJoin", { invite_link: invite_link.split("/").at(-1) });
}

/** Content for the owner's pages. */
async function fillOwnerPages(t: TestService): Promise<void> {
  const { code } = await t.as("alice", "createInvitation");
  await t.as("alice", "createInvitation");
  const password = "correct horse battery";
  await t.post("/api/signUp", { invitation: code, first_name: "Eve", username: "eve_new", password });
  await t.as("alice", "suspendPerson", { user_id: t.world.people[3]!.id });
}
