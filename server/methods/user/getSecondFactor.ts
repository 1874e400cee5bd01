/** getSecondFactor: what the person's second factor is. */
import { secondFactorsOf } from "../../app/accounts/second-factor.ts";
import { countRecoveryCodes, findApp } from "../../store/queries/accounts/second-factors.ts";
import { needsSecondFactor, secondFactorDue } from "../../app/accounts/second-factor-rule.ts";
import { userMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";

export const getSecondFactor = userMethod({
  name: "getSecondFactor",
  summary:
    "Tells what the person can give as a second factor, how many recovery codes are left, and whether the service requires one.",
  effect: "read",
  access: { scope: "self" },
  fields: {},
  result: schemas.SecondFactor,
  example: { request: {}, result: { app_since: 1_767_225_600, passkeys: 1, recovery_codes_left: 10 } },
  async run({ tx, actor }) {
    const app = await findApp(tx, actor.id);
    const recovery_codes_left = await countRecoveryCodes(tx, actor.id);
    const { passkeys } = await secondFactorsOf(tx, actor.id);
    const due_at = await secondFactorDue(tx, actor);
    const required = (await needsSecondFactor(tx, actor)) ? { is_required: true as const } : {};
    const due = due_at === undefined ? {} : { due_at };
    return { ...required, ...due, ...(app ? { app_since: app.created_at } : {}), passkeys, recovery_codes_left };
  },
});
