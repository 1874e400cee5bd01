/** listMembers: the members of a chat, or the banned ones. */
import { currentMember } from "../../domain/members/member.ts";
import { preloadAccounts } from "../../present/preload-accounts.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import { listMembersOf } from "../../store/queries/members/members.ts";
import { chatId, described, int, oneOf, optional, text } from "../engine/fields.ts";
import { viewMember, type MemberView } from "./member-view.ts";
import { userMethod } from "../engine/method.ts";
import { isNameSearch } from "../engine/page-fields.ts";
import { arrayOfSchema, schemas } from "../engine/schemas.ts";

const MAX_LIMIT = 200;

export const listMembers = userMethod({
  name: "listMembers",
  summary:
    "Lists the members of a group, or of a channel for its administrators, with the actions that the person may take on each.",
  effect: "read",
  inReaderPool: isNameSearch,
  access: { scope: "chat", rank: "member" },
  fields: {
    chat_id: chatId(),
    filter: described(optional(oneOf("present", "administrators", "restricted", "kicked")), "present by default."),
    query: described(optional(text({ max: 128 })), "Only those with this in their name or user name."),
    after: described(optional(int()), "Only accounts with an id above this; for the next page."),
    limit: described(optional(int()), "At most this many, 1 to 200; 100 by default."),
  },
  result: arrayOfSchema(schemas.ChatMember),
  refusals: ["CANT_MANAGE"],
  example: {
    request: { chat_id: -1_000_000_000_001 },
    result: [
      {
        user: { id: 1001, is_bot: false, first_name: "Alice", username: "alice" },
        status: "creator",
        custom_title: "",
        is_anonymous: false,
      },
    ],
  },
  async run({ tx, actor, chat, member, deps, now, fail }, { filter = "present", query, after = 0, limit = 100 }) {
    const hidden = chat.type === "channel" || filter === "kicked" || filter === "restricted";
    if (hidden && member.status !== "creator" && member.status !== "administrator") return fail("CANT_MANAGE");
    const most = Math.min(MAX_LIMIT, Math.max(1, limit));
    const context = new ViewerContext(tx, actor, deps.app.fileIds);
    const shown: MemberView[] = [];
    const wanted = { filter, named: query?.trim() ?? "", after, limit: most, now_s: now };
    const members = await listMembersOf(tx, chat.id, wanted);
    await preloadAccounts(
      context,
      members.map(({ account_id }) => account_id),
    );
    for (const stored of members) {
      const each = currentMember(stored, now);
      shown.push(await viewMember(tx, chat, member, each, await context.user(each.account_id), now));
    }
    return shown;
  },
});
