/** getProfile: who somebody is; without a user, the person themselves. */
import { linksOf, presentDescription } from "../../present/descriptions.ts";
import { View } from "../../present/view.ts";
import { aboutOf, findAccount, findBot } from "../../store/accounts.ts";
import { findCommands } from "../../store/bot-commands.ts";
import { optional, userId } from "../fields.ts";
import { webMethod } from "../method.ts";
import { schemas } from "../schemas.ts";

/** In bytes. */
const LIMITS = {
  photo: 10_000_000,
  document: 100_000_000,
  video: 100_000_000,
  audio: 100_000_000,
  voice: 100_000_000,
  media_group_file: 100_000_000,
};

export const getProfile = webMethod({
  name: "getProfile",
  summary:
    "Tells who a person or a bot is; of a bot also its commands, to oneself also how large a file may be and the address the operator named for the service.",
  effect: "read",
  access: { scope: "self" },
  fields: { user_id: optional(userId()) },
  result: schemas.Profile,
  codes: [400, 401, 404],
  refusals: ["USER_NOT_FOUND"],
  example: {
    request: {},
    result: {
      user: { id: 1001, is_bot: false, first_name: "Alice", username: "alice" },
      about: "",
      is_owner: true,
      limits: LIMITS,
    },
  },
  async run({ tx, actor, deps, fail }, { user_id }) {
    const id = user_id ?? actor.id;
    const account = (await findAccount(tx, id)) ?? fail("USER_NOT_FOUND");
    const about = await aboutOf(tx, id);
    const about_entities = linksOf(about);
    const user = new View(tx, actor, deps.env.fileIds).show(account);
    const profile = { user, about, ...(about_entities ? { about_entities } : {}) };
    if (id === actor.id) {
      const { named } = deps.addresses;
      const own = { ...profile, is_owner: actor.is_owner, limits: deps.limits };
      return named === undefined ? own : { ...own, public_url: named };
    }
    const bot = account.is_bot ? await findBot(tx, id) : undefined;
    if (!bot) return profile;
    const commands =
      (await findCommands(tx, id, "all_private_chats", "")) ?? (await findCommands(tx, id, "default", ""));
    return { ...profile, ...presentDescription(bot.description), privacy: bot.privacy, commands: commands ?? [] };
  },
});
