/** How a picture asks to be shown as large as the window: whoever can do so stands around the messages. */
import type { Message } from "@heliogram/shared/wire.ts";
import { createContext, use } from "react";

/** Shows a message's picture or film; `undefined` where nobody can. */
export type View = ((message: Message) => void) | undefined;

export const ViewContext = createContext<View>(undefined);

/** Whether a picture is shown as large as the window now, over everything else. */
export const ViewingContext = createContext(false);

export function useViewing(): boolean {
  return use(ViewingContext);
}

export function useView(): View {
  return use(ViewContext);
}
