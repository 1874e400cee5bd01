/** exportChat: a link to the archive of a chat, for its owner. */
import { archiveLink } from "../../app/archives/archive-link.ts";
import { recordChatExport } from "../../app/archives/record-export.ts";
import { ownershipRefusal } from "../../domain/members/ownership.ts";
import { ALL_MEMBER_REFUSALS } from "../bot/member-changes.ts";
import { chatId } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";
import { exampleLink } from "./archive-link-example.ts";

export const exportChat = userMethod({
  name: "exportChat",
  summary:
    "Returns a link to an archive of a group or channel: members, messages and files, as JSON and as pages that open without a network. Only its owner may. The archive is written while it is downloaded.",
  effect: "write",
  rate: "archives",
  access: { scope: "chat", rank: "member", types: ["supergroup", "channel"] },
  fields: { chat_id: chatId() },
  result: schemas.ArchiveLink,
  refusals: ALL_MEMBER_REFUSALS,
  example: { request: { chat_id: -1_000_000_000_001 }, result: exampleLink("chat/-1000000000001") },
  async run({ tx, deps, chat, member, actor, now, fail }) {
    const lacks = ownershipRefusal(member, now, chat);
    if (lacks !== null) return fail(lacks, chat.type);
    await recordChatExport(tx, actor.id, chat, now);
    return archiveLink(deps.hashes, actor.id, { kind: "chat", id: chat.id }, now);
  },
});
