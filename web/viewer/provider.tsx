/** Around the messages of a chat: whichever picture is chosen among them is shown as large as the window. */
import type { Message } from "@heliogram/shared/wire.ts";
import { useState, type ReactNode } from "react";
import { ViewContext, ViewingContext } from "../message/viewing.ts";
import { Viewer } from "./viewer.tsx";

interface ViewerProviderProps {
  readonly chat_id: number;
  readonly children: ReactNode;
}

export function ViewerProvider({ chat_id, children }: ViewerProviderProps) {
  const [message_id, setMessageId] = useState<number>();
  const view = (message: Message) => setMessageId(message.message_id);
  return (
    <ViewContext value={view}>
      <ViewingContext value={message_id !== undefined}>{children}</ViewingContext>
      <Viewer chat_id={chat_id} message_id={message_id} onGo={setMessageId} onClose={() => setMessageId(undefined)} />
    </ViewContext>
  );
}
