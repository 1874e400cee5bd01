/** listInvitations: the invitations to the service and their uses. */
import { presentInvitations } from "../../present/administration.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import { invitationsBefore } from "../../store/queries/accounts/invitations.ts";
import { always, userMethod } from "../engine/method.ts";
import { beforeField, limitField, pageSize } from "../engine/page-fields.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../engine/schemas.ts";

export const listInvitations = userMethod({
  name: "listInvitations",
  summary: "Lists invitations to the service, the newest first. Their codes are not stored.",
  effect: "read",
  rate: "lists",
  inReaderPool: always,
  access: { scope: "owner" },
  fields: { before: beforeField(), limit: limitField() },
  result: objectOfSchema({ invitations: arrayOfSchema(schemas.InvitationEntry) }),
  example: {
    request: {},
    result: {
      invitations: [
        {
          id: 3,
          created_by: { id: 1001, is_bot: false, first_name: "Alice", username: "alice" },
          makes_owner: false,
          created_at: 1_767_225_600,
          expires_at: 1_767_830_400,
          state: "open",
          max_uses: 1,
          use_count: 0,
          uses: [],
          chats: [],
        },
      ],
    },
  },
  async run({ tx, actor, deps, now }, { before = Number.MAX_SAFE_INTEGER, limit }) {
    const context = new ViewerContext(tx, actor, deps.app.fileIds);
    const found = await invitationsBefore(tx, before, pageSize(limit));
    return { invitations: await presentInvitations(context, found, now) };
  },
});
