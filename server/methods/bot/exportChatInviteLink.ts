/** exportChatInviteLink: the bot's primary link into a chat, made anew. */
import { exportLink } from "../../app/invite-links.ts";
import { linkAddress } from "../../present/invite-links.ts";
import { chatId } from "../fields.ts";
import { botMethod } from "../method.ts";
import { schemas } from "../schemas.ts";

export const exportChatInviteLink = botMethod({
  name: "exportChatInviteLink",
  summary: "Makes the bot's primary invite link anew; the one before stops working.",
  effect: "write",
  rate: "invite_links",
  access: { scope: "chat", rank: "member", types: ["supergroup", "channel"], ability: "invite_users" },
  fields: { chat_id: chatId() },
  result: schemas.String,
  codes: [400, 401, 403, 404],
  refusals: [],
  example: { request: { chat_id: -1_000_000_000_001 }, result: "https://chat.example/join/Zm9vYmFyYmF6" },
  async run({ tx, deps, chat, actor, now, address }) {
    const link = await exportLink(tx, chat, actor, deps.random.bytes, now);
    return linkAddress(address, link.code);
  },
});
