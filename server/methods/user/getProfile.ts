/** getProfile: the profile of an account; without a user, the person's own. */
import { textLanguage } from "../../domain/bots.ts";
import { secondFactorDue } from "../../app/accounts/second-factor-rule.ts";
import { botTextsIn, commandsIn } from "../../present/bots.ts";
import { linksOf, presentDescription } from "../../present/descriptions.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import { aboutOf, findAccount, findBot } from "../../store/queries/accounts/accounts.ts";
import { passwordHashOf } from "../../store/queries/accounts/people.ts";
import { isSubscriber } from "../../store/queries/accounts/push-subscriptions.ts";
import { wantsReactionNotices } from "../../store/queries/messages/reactions.ts";
import { optional, userId } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";

/** Sizes are in bytes. */
const LIMITS = {
  photo: 10_000_000,
  document: 100_000_000,
  video: 100_000_000,
  audio: 100_000_000,
  voice: 100_000_000,
  media_group_file: 100_000_000,
};

export const getProfile = userMethod({
  name: "getProfile",
  summary:
    "Returns the profile of a person or bot: for a bot its texts in the language of the caller and its commands, for oneself also the limits of files and the address of the service.",
  effect: "read",
  access: { scope: "self" },
  fields: { user_id: optional(userId()) },
  result: schemas.Profile,
  refusals: ["USER_NOT_FOUND"],
  example: {
    request: {},
    result: {
      user: { id: 1001, is_bot: false, first_name: "Alice", username: "alice" },
      about: "",
      is_owner: true,
      reaction_notices: true,
      limits: LIMITS,
    },
  },
  async run({ tx, actor, deps, fail }, { user_id }) {
    const id = user_id ?? actor.id;
    const account = (await findAccount(tx, id)) ?? fail("USER_NOT_FOUND");
    const bot = account.is_bot ? await findBot(tx, id) : undefined;
    const texts = bot && (await botTextsIn(tx, bot, textLanguage(actor.language_code)));
    const about = texts?.about ?? (await aboutOf(tx, id));
    const about_entities = linksOf(about);
    const shown = new ViewerContext(tx, actor, deps.app.fileIds).show(account);
    const user = texts ? { ...shown, first_name: texts.first_name } : shown;
    const profile = { user, about, ...(about_entities ? { about_entities } : {}) };
    if (id === actor.id) {
      const { configured_url } = deps.addresses;
      const developer = deps.developer ? { developer: true as const, world: deps.developer.world } : {};
      const { limits, link_previews } = deps.settings;
      const settings = { limits, ...(link_previews ? { link_previews: true as const } : {}) };
      const reaction_notices = await wantsReactionNotices(tx, id);
      const password = (await passwordHashOf(tx, id)) === null ? {} : { has_password: true as const };
      const push = (await isSubscriber(tx, id)) ? { has_push: true as const } : {};
      const due_at = await secondFactorDue(tx, actor);
      const due = due_at === undefined ? {} : { second_factor_due: due_at };
      const own = {
        ...profile,
        is_owner: actor.is_owner,
        reaction_notices,
        ...password,
        ...push,
        ...due,
        ...settings,
        ...developer,
      };
      return configured_url === undefined ? own : { ...own, public_url: configured_url };
    }
    if (!bot || !texts) return profile;
    const language = textLanguage(actor.language_code);
    const commands = await commandsIn(tx, id, ["all_private_chats", "default"], language);
    return { ...profile, ...presentDescription(texts.description), privacy: bot.privacy, commands };
  },
});
