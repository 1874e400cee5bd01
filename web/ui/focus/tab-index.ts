/** The tab index of the controls in a message: 0 only while the focus is in that message (roving tab index). */
import { createContext, useContext } from "react";

/** The `tabIndex` of the controls inside. */
export const TabIndexContext = createContext<0 | -1>(0);

export function useTabIndex(): 0 | -1 {
  return useContext(TabIndexContext);
}
