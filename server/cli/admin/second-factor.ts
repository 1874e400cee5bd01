/** Admin commands about who must have a second factor. */
import type { FactorScope } from "@heliogram/shared/second-factor.ts";
import { setFactorRule } from "../../app/accounts/second-factor-rule.ts";
import { NO_FACTOR_RULE } from "../../domain/second-factor-rule.ts";
import { countUnprotected, findFactorRule } from "../../store/queries/accounts/second-factor-rule.ts";
import { nowS, type AdminContext } from "./context.ts";

export async function requireSecondFactor(context: AdminContext, required_of: FactorScope): Promise<object> {
  await context.db.write((tx) => setFactorRule(tx, "operator", { required_of }, nowS()));
  return showSecondFactor(context);
}

export async function showSecondFactor({ db }: AdminContext): Promise<object> {
  const { required_of, due_at } = (await db.read(findFactorRule)) ?? NO_FACTOR_RULE;
  const { people, owners } = await db.read(countUnprotected);
  return { required_of, ...(due_at === 0 ? {} : { due_at }), people_without: people, owners_without: owners };
}
