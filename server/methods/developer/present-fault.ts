/** Fault rules as the developer API shows them. */
import type { FaultRule } from "../../developer/faults/fault.ts";

export function presentFault(rule: FaultRule): object {
  const { error, ...rest } = rule;
  return { ...rest, ...error, is_over: rule.applied === rule.count };
}
