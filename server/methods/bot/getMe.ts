/** getMe: the user of the bot (interface.md, getMe). */
import { traitsFor } from "../engine/dialect.ts";
import { botMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";

export const getMe = botMethod({
  name: "getMe",
  summary: "Returns the user of the bot; the simplest way to test a token.",
  effect: "read",
  access: { scope: "self" },
  fields: {},
  result: schemas.User,
  example: {
    request: {},
    result: { id: 1002, is_bot: true, first_name: "Echo", username: "echo_bot" },
  },
  async run({ actor, deps }) {
    const me = { id: actor.id, is_bot: true, first_name: actor.first_name, username: actor.username ?? "" };
    if (!traitsFor(actor, deps.app.dialect).capabilities) return me;
    return {
      ...me,
      can_join_groups: actor.can_join_groups,
      can_read_all_group_messages: !actor.privacy,
      supports_inline_queries: false,
      can_connect_to_business: false,
      has_main_web_app: false,
      has_topics_enabled: actor.topics !== "off",
      allows_users_to_create_topics: actor.topics === "people",
    };
  },
});
