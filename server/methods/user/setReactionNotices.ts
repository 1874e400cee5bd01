/** setReactionNotices: whether the person is notified of reactions to their messages. */
import { changeReactionNotices } from "../../app/accounts/reaction-notices.ts";
import { bool } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";

export const setReactionNotices = userMethod({
  name: "setReactionNotices",
  summary: "Sets whether the person is notified of reactions to their messages.",
  effect: "write",
  access: { scope: "self" },
  fields: { enabled: bool() },
  example: { request: { enabled: false }, result: true },
  async run({ tx, actor }, { enabled }) {
    await changeReactionNotices(tx, actor.id, enabled);
    return true;
  },
});
