/** The contexts through which messages open the viewer and learn whether it is open. */
import type { Message } from "@heliogram/shared/wire.ts";
import { createContext, use } from "react";

/** Opens the viewer with a message's photo or video; `undefined` outside a `ViewerProvider`. */
export type OpenViewer = ((message: Message) => void) | undefined;

export const OpenViewerContext = createContext<OpenViewer>(undefined);

/** Whether the viewer is open and covers everything else. */
export const ViewerOpenContext = createContext(false);

export function useIsViewerOpen(): boolean {
  return use(ViewerOpenContext);
}

export function useOpenViewer(): OpenViewer {
  return use(OpenViewerContext);
}
