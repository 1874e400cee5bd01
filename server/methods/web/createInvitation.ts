/** createInvitation: lets one more person sign up. */
import { invite } from "../../app/invitations.ts";
import { webMethod } from "../method.ts";
import { schemas } from "../schemas.ts";

const WEEK_S = 7 * 86_400;

export const createInvitation = webMethod({
  name: "createInvitation",
  summary: "Makes a link with which one person can sign up within a week.",
  effect: "write",
  access: { scope: "owner" },
  fields: {},
  result: schemas.NewCode,
  codes: [401, 403],
  refusals: [],
  example: {
    request: {},
    result: { code: "2Zq0…", link: "https://chat.example/invite/2Zq0…", expires_at: 1_767_830_400 },
  },
  async run({ tx, deps, actor, now, address }) {
    const wish = { created_by: actor.id, makes_owner: false, lasts_s: WEEK_S };
    const code = await invite(tx, deps.hashes, deps.random.bytes, wish, now);
    return { code, link: `${address}/invite/${code}`, expires_at: now + WEEK_S };
  },
});
