/** Fault rules as the developer API shows them. */
import type * as Wire from "@heliogram/shared/wire.ts";
import type { FaultRule } from "../../developer/faults/fault.ts";
import { definedOnly } from "../engine/defined-only.ts";

export function presentFault(rule: FaultRule): Wire.Fault {
  const { error, ...rest } = rule;
  return { ...definedOnly(rest), ...(error && definedOnly(error)), is_over: rule.applied === rule.count };
}
