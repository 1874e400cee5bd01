/** getSecondFactorRule: who must have a second factor, and how many people have none. */
import { NO_FACTOR_RULE } from "../../domain/second-factor-rule.ts";
import { findFactorRule } from "../../store/queries/accounts/second-factor-rule.ts";
import { userMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";
import { FACTOR_RULE, presentFactorRule } from "./factor-rule-view.ts";

export const getSecondFactorRule = userMethod({
  name: "getSecondFactorRule",
  summary: "Returns who must have a second factor, and how many people have a password and no second factor.",
  effect: "read",
  // It counts among all people.
  inReaderPool: () => true,
  access: { scope: "owner" },
  fields: {},
  result: schemas.SecondFactorRule,
  example: { request: {}, result: FACTOR_RULE },
  run: async ({ tx }) => presentFactorRule(tx, (await findFactorRule(tx)) ?? NO_FACTOR_RULE),
});
