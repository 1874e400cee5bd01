/** What methods say of a parameter, operators are told too. */
import { ParameterFault } from "../methods/fields.ts";
import { OrderFault } from "./faults.ts";

/** @throws OrderFault */
export function checked<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ParameterFault) throw new OrderFault(error.message);
    throw error;
  }
}
