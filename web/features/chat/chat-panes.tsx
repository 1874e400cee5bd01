/** An open chat with the panel about it. On narrow screens the panel covers the chat. */
import { Outlet } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { classes } from "../../ui/classes.ts";
import { ChatScreen } from "./chat-screen.tsx";
import { usePanelCoversChat } from "./use-panel-covers-chat.ts";

export function ChatPanes(props: ComponentProps<typeof ChatScreen>) {
  const covered = usePanelCoversChat();
  return (
    <div className="relative flex h-full">
      {/* The covered chat keeps its layout but is hidden from the keyboard and from screen readers. */}
      <div className={classes("h-full min-w-0 flex-1", covered && "invisible")}>
        <ChatScreen {...props} />
      </div>
      <Outlet />
    </div>
  );
}
