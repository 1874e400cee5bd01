/** listInviteLinks: the ways into a chat that were made, for those who may close them. */
import { may } from "../../domain/members/may.ts";
import { presentLink } from "../../present/invite-links.ts";
import { View } from "../../present/view.ts";
import { listLinks } from "../../store/invite-links.ts";
import { chatId } from "../fields.ts";
import { webMethod } from "../method.ts";
import { arrayOfSchema, schemas } from "../schemas.ts";

/** The newest come first, and older ones than these nobody looks through. */
const MOST = 200;

export const listInviteLinks = webMethod({
  name: "listInviteLinks",
  summary: "Lists a chat's invite links, the newest first: to administrators everybody's, to others their own.",
  effect: "read",
  access: { scope: "chat", rank: "member", types: ["supergroup", "channel"], ability: "invite_users" },
  fields: { chat_id: chatId() },
  result: arrayOfSchema(schemas.ChatInviteLink),
  codes: [400, 401, 403, 404],
  refusals: [],
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
    const creator_id = may(member, "manage_chat", chat, now) === null ? undefined : actor.id;
    const view = new View(tx, actor, deps.env.fileIds);
    const links = await listLinks(tx, chat.id, creator_id, MOST);
    return Promise.all(links.map(async (link) => ({ ...(await presentLink(view, link, address)), uses: link.uses })));
  },
});
