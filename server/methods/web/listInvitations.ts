/** listInvitations: who was asked to the service, and who came. */
import { presentInvitations } from "../../present/administration.ts";
import { View } from "../../present/view.ts";
import { invitationsBefore } from "../../store/invitations.ts";
import { always, webMethod } from "../method.ts";
import { beforeField, limitField, pageSize } from "../paging.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../schemas.ts";

export const listInvitations = webMethod({
  name: "listInvitations",
  summary: "Lists invitations to the service, the newest first. Their codes are kept nowhere.",
  effect: "read",
  rate: "lists",
  apart: always,
  access: { scope: "owner" },
  fields: { before: beforeField(), limit: limitField() },
  result: objectOfSchema({ invitations: arrayOfSchema(schemas.InvitationEntry) }),
  codes: [400, 401, 403],
  refusals: [],
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
    const view = new View(tx, actor, deps.env.fileIds);
    const found = await invitationsBefore(tx, before, pageSize(limit));
    return { invitations: await presentInvitations(view, deps.db.words, found, now) };
  },
});
