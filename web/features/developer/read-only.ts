/** Whether the pages only show what is recorded: the developer console of a service that is not in developer mode. */
import { createContext, use } from "react";

export const ReadOnlyContext = createContext(false);

export function useIsReadOnly(): boolean {
  return use(ReadOnlyContext);
}
