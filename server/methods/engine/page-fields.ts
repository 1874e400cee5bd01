/** The parameters of paginated lists. */
import { described, int, optional, text } from "./fields.ts";

const MAX_LIMIT = 200;
const DEFAULT_LIMIT = 50;

export const limitField = () =>
  described(optional(int()), `At most this many, 1 to ${MAX_LIMIT}; ${DEFAULT_LIMIT} by default.`);

export function pageSize(limit: number | undefined): number {
  return Math.min(MAX_LIMIT, Math.max(1, limit ?? DEFAULT_LIMIT));
}

/** For lists from the newest to the oldest. */
export const beforeField = () => described(optional(int()), "Only those with an id below this; for the next page.");

/** For lists from the lowest id to the highest. */
export const afterField = () => described(optional(int()), "Only those with an id above this; for the next page.");

/** Whether a list is filtered by a name. A filtered list reads all of its rows, an unfiltered one only its page. */
export const isNameSearch = ({ query }: { readonly query?: string | undefined }): boolean => (query ?? "") !== "";

export const queryField = () => described(optional(text({ max: 128 })), "Only those with this in a name or user name.");
