/** The rule about second factors as owners of the service see it. */
import type * as Wire from "@heliogram/shared/wire.ts";
import type { FactorRule } from "../../domain/second-factor-rule.ts";
import type { ReadTx } from "../../store/db.ts";
import { countUnprotected } from "../../store/queries/accounts/second-factor-rule.ts";

/** In the examples. */
export const FACTOR_RULE: Wire.SecondFactorRule = {
  required_of: "owners",
  due_at: 1_767_830_400,
  people_without: 12,
  owners_without: 0,
};

export async function presentFactorRule(
  tx: ReadTx,
  { required_of, due_at }: FactorRule,
): Promise<Wire.SecondFactorRule> {
  const { people, owners } = await countUnprotected(tx);
  const due = required_of === "nobody" ? {} : { due_at };
  return { required_of, ...due, people_without: people, owners_without: owners };
}
