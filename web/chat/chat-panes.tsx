/** A chat, and beside it the panel about it; on narrower screens the panel lies over the chat. */
import { Outlet } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { classes } from "../ui/classes.ts";
import { ChatScreen } from "./chat-screen.tsx";
import { useCovered } from "./use-covered.ts";

export function ChatPanes(props: ComponentProps<typeof ChatScreen>) {
  const covered = useCovered();
  return (
    <div className="relative flex h-full">
      {/* What is covered keeps its place and is out of reach, for the keyboard and screen readers too. */}
      <div className={classes("h-full min-w-0 flex-1", covered && "invisible")}>
        <ChatScreen {...props} />
      </div>
      <Outlet />
    </div>
  );
}
