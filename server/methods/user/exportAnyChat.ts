/** exportAnyChat: a link to the archive of a chat, for an owner of the service. */
import { archiveLink } from "../../app/archives/archive-link.ts";
import { recordChatExport } from "../../app/archives/record-export.ts";
import { findChat } from "../../store/queries/chats/chats.ts";
import { described, int } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";
import { exampleLink } from "./archive-link-example.ts";

export const exportAnyChat = userMethod({
  name: "exportAnyChat",
  summary: "Returns a link to an archive of any group or channel, as exportChat does for its owner.",
  effect: "write",
  rate: "archives",
  access: { scope: "owner" },
  fields: { chat_id: described(int(), "The id of the group or channel.") },
  result: schemas.ArchiveLink,
  refusals: ["CHAT_NOT_FOUND"],
  example: { request: { chat_id: -1_000_000_000_001 }, result: exampleLink("chat/-1000000000001") },
  async run({ tx, deps, actor, now, fail }, { chat_id }) {
    const chat = await findChat(tx, chat_id);
    if (!chat || chat.type === "private") return fail("CHAT_NOT_FOUND");
    await recordChatExport(tx, actor.id, chat, now);
    return archiveLink(deps.hashes, actor.id, { kind: "chat", id: chat_id }, now);
  },
});
