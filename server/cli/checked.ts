/** What methods say of a parameter, operators are told too. */
import { ParameterFault } from "../methods/fields.ts";
import { OrderFault } from "./faults.ts";

/** `sentence` takes the place of words that libraries match on. @throws OrderFault */
export function checked<T>(read: () => T, sentence?: string): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ParameterFault) throw new OrderFault(sentence ?? error.message);
    throw error;
  }
}
