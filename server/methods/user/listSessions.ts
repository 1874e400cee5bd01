/** listSessions: the sessions of the person. */
import { listSessions as list } from "../../store/queries/accounts/people.ts";
import { userMethod } from "../engine/method.ts";
import { arrayOfSchema, schemas } from "../engine/schemas.ts";

export const listSessions = userMethod({
  name: "listSessions",
  summary: "Lists the person's sessions, the newest first.",
  effect: "read",
  access: { scope: "self" },
  fields: {},
  result: arrayOfSchema(schemas.Session),
  example: {
    request: {},
    result: [
      {
        id: 1,
        label: "laptop",
        created_at: 1_767_225_600,
        seen_at: 1_767_225_600,
        expires_at: 1_782_777_600,
        client_address: "203.0.113.9",
        way: "password",
        current: true,
      },
    ],
  },
  async run({ tx, actor, now }) {
    const sessions = await list(tx, actor.id, now);
    return sessions.map(({ id, label, created_at, seen_at, expires_at, client_address, way }) => ({
      id,
      label,
      created_at,
      seen_at,
      expires_at,
      client_address,
      ...(way === "" ? {} : { way }),
      current: id === actor.session_id,
    }));
  },
});
