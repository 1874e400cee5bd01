/** Provides the viewer to the messages of a chat. */
import type { Message } from "@heliogram/shared/wire.ts";
import { useState, type ReactNode } from "react";
import { OpenViewerContext, ViewerOpenContext } from "../message/viewer-context.ts";
import { Viewer } from "./viewer.tsx";

interface ViewerProviderProps {
  readonly chat_id: number;
  readonly children: ReactNode;
}

export function ViewerProvider({ chat_id, children }: ViewerProviderProps) {
  const [message_id, setMessageId] = useState<number>();
  const openViewer = (message: Message) => setMessageId(message.message_id);
  return (
    <OpenViewerContext value={openViewer}>
      <ViewerOpenContext value={message_id !== undefined}>{children}</ViewerOpenContext>
      <Viewer chat_id={chat_id} message_id={message_id} onGo={setMessageId} onClose={() => setMessageId(undefined)} />
    </OpenViewerContext>
  );
}
