/** The parameters of lists that come a page at a time. */
import { described, int, optional, text } from "./fields.ts";

const MOST = 200;
const USUAL = 50;

export const limitField = () => described(optional(int()), `At most this many, 1 to ${MOST}; ${USUAL} by default.`);

export function pageSize(limit: number | undefined): number {
  return Math.min(MOST, Math.max(1, limit ?? USUAL));
}

/** For lists from the newest to the oldest. */
export const beforeField = () => described(optional(int()), "Only those with an id below this; for the next page.");

/** For lists from the lowest id to the highest. */
export const afterField = () => described(optional(int()), "Only those with an id above this; for the next page.");

/** Whether a list looks for a piece of a name, for which it reads everything that it could list; else it reads its page alone. */
export const looksForName = ({ query }: { readonly query?: string | undefined }): boolean => (query ?? "") !== "";

export const queryField = () => described(optional(text({ max: 128 })), "Only those with this in a name or user name.");
