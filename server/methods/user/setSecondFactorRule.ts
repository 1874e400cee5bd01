/** setSecondFactorRule: who must have a second factor to sign in with a password. */
import { FACTOR_DAYS, FACTOR_SCOPES } from "@heliogram/shared/second-factor.ts";
import { setFactorRule } from "../../app/accounts/second-factor-rule.ts";
import { described, int, oneOf, optional, ParameterError } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";
import { FACTOR_RULE, presentFactorRule } from "./factor-rule-view.ts";

export const setSecondFactorRule = userMethod({
  name: "setSecondFactorRule",
  summary:
    "Requires a second factor of owners of the service, of everybody or of nobody. Who has none sets one up at the next sign-in with a password. An owner who requires it has one.",
  effect: "write",
  access: { scope: "owner" },
  fields: {
    required_of: oneOf(...FACTOR_SCOPES),
    days: described(
      optional(int()),
      `Days after which sessions end of those who still have none, 0 to ${FACTOR_DAYS.most}; by default ${FACTOR_DAYS.default}.`,
    ),
  },
  result: schemas.SecondFactorRule,
  refusals: ["OWN_SECOND_FACTOR_NEEDED"],
  example: { request: { required_of: "owners" }, result: FACTOR_RULE },
  async run({ tx, actor, now, fail }, { required_of, days }) {
    if (days !== undefined && (days < 0 || days > FACTOR_DAYS.most))
      throw new ParameterError(`days must be 0 to ${FACTOR_DAYS.most}`);
    const rule = await setFactorRule(tx, actor.id, { required_of, days }, now);
    return typeof rule === "string" ? fail(rule) : presentFactorRule(tx, rule);
  },
});
