/** A rich message that cannot be read. */
import { RICH_LIMITS } from "@heliogram/shared/rich.ts";

/** The message is the sentence after "Bad Request: ". */
export class RichError extends Error {}

/** @throws RichError */
export function refuseRich(sentence: string): never {
  throw new RichError(`can't parse rich message: ${sentence}`);
}

/** @throws RichError */
export function refuseTooManyBlocks(): never {
  return refuseRich(`there are more than ${RICH_LIMITS.blocks} blocks`);
}
