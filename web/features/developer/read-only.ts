/** Whether the pages only show what is recorded: the developer console of a service that is not in developer mode. */
import { createContext, use } from "react";

export const ReadOnlyContext = createContext(false);

/** The key of the query that tells whether the pages exist, and whether they only show. */
export const EXISTS_KEY = ["developer", "exists"];

export function useIsReadOnly(): boolean {
  return use(ReadOnlyContext);
}
