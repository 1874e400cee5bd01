/** Which controls the Tab key comes to: those of a message only while the keyboard is in that message. */
import { createContext, useContext } from "react";

/** The `tabIndex` of the controls within. */
export const Reach = createContext<0 | -1>(0);

export function useReach(): 0 | -1 {
  return useContext(Reach);
}
