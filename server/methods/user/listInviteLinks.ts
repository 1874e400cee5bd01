/** listInviteLinks: the invite links of a chat, for those who may revoke them. */
import { abilityRefusal } from "../../domain/members/abilities.ts";
import { presentLink } from "../../present/invite-links.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import { listLinks } from "../../store/queries/chats/invite-links.ts";
import { chatId } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { arrayOfSchema, schemas } from "../engine/schemas.ts";

/** The largest number of links returned, the newest ones. */
const MAX_LINKS = 200;

export const listInviteLinks = userMethod({
  name: "listInviteLinks",
  summary: "Lists a chat's invite links, the newest first: all of them for administrators, for others their own.",
  effect: "read",
  access: { scope: "chat", rank: "member", types: ["supergroup", "channel"], ability: "invite_users" },
  fields: { chat_id: chatId() },
  result: arrayOfSchema(schemas.ChatInviteLink),
  example: {
    request: { chat_id: -1_000_000_000_001 },
    result: [
      {
        invite_link: "https://chat.example/join/Zm9vYmFyYmF6",
        creator: { id: 1001, is_bot: false, first_name: "Alice", username: "alice" },
        creates_join_request: false,
        is_primary: true,
        is_revoked: false,
        uses: 3,
      },
    ],
  },
  async run({ tx, actor, chat, member, deps, now, address }) {
    const creator_id = abilityRefusal(member, "manage_chat", chat, now) === null ? undefined : actor.id;
    const context = new ViewerContext(tx, actor, deps.app.fileIds);
    const links = await listLinks(tx, chat.id, creator_id, MAX_LINKS);
    return Promise.all(
      links.map(async (link) => ({ ...(await presentLink(context, link, address)), uses: link.uses })),
    );
  },
});
