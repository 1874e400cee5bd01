/** exportChatInviteLink: replaces the caller's primary invite link of a chat. */
import { replacePrimaryLink } from "../../app/members/change-links.ts";
import { linkAddress } from "../../present/invite-links.ts";
import { chatId } from "../engine/fields.ts";
import { botMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";

export const exportChatInviteLink = botMethod({
  name: "exportChatInviteLink",
  summary: "Creates a new primary invite link of the bot; the previous one stops working.",
  effect: "write",
  rate: "invite_links",
  access: { scope: "chat", rank: "member", types: ["supergroup", "channel"], ability: "invite_users" },
  fields: { chat_id: chatId() },
  result: schemas.String,
  example: { request: { chat_id: -1_000_000_000_001 }, result: "https://chat.example/join/Zm9vYmFyYmF6" },
  async run({ tx, deps, chat, actor, now, address }) {
    const link = await replacePrimaryLink(tx, chat, actor, deps.random.bytes, now);
    return linkAddress(address, link.code);
  },
});
