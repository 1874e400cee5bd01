/** listInvitations: who was asked to the service, and who came. */
import type { InvitationEntry } from "@heliogram/shared/administration.ts";
import { presentInvitation } from "../../present/administration.ts";
import { invitationsBefore } from "../../store/invitations.ts";
import { webMethod } from "../method.ts";
import { beforeField, limitField, pageSize } from "../paging.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../schemas.ts";

export const listInvitations = webMethod({
  name: "listInvitations",
  summary: "Lists invitations to the service, the newest first. Their codes are kept nowhere.",
  effect: "read",
  rate: "lists",
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
  async run({ tx, now }, { before = Number.MAX_SAFE_INTEGER, limit }) {
    const invitations: InvitationEntry[] = [];
    for (const each of await invitationsBefore(tx, before, pageSize(limit)))
      invitations.push(await presentInvitation(tx, each, now));
    return { invitations };
  },
});
