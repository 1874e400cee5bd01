/** The commands of the bot one talks to, while one is being written; keys choose among them. */
import { useQuery } from "@tanstack/react-query";
import { useState, type KeyboardEvent } from "react";
import { useClient } from "../client/context.tsx";
import { commandsFor, type Command } from "../model/suggest.ts";
import type { ChatRow } from "../store/state.ts";

export interface Commands {
  readonly found: readonly Command[];
  /** The one that Enter takes. */
  readonly chosen: number;
  /** @returns whether the key was theirs */
  readonly onKeyDown: (event: KeyboardEvent) => boolean;
}

const NONE: readonly Command[] = [];

export function useCommands({ peer }: ChatRow, text: string, take: (command: Command) => void): Commands {
  const { api } = useClient();
  const user_id = peer?.user.is_bot ? peer.user.id : undefined;
  const profile = useQuery({
    queryKey: ["profile", user_id],
    queryFn: () => api.call("getProfile", { user_id: user_id! }),
    enabled: user_id !== undefined,
  });
  /** The text for which the person has put the suggestions away. */
  const [away, setAway] = useState<string>();
  const [at, setAt] = useState(0);
  const commands = profile.data && "commands" in profile.data ? profile.data.commands : NONE;
  const found = away === text ? NONE : commandsFor(text, commands);
  const chosen = Math.min(at, found.length - 1);
  return {
    found,
    chosen,
    onKeyDown(event) {
      if (found.length === 0 || event.nativeEvent.isComposing) return false;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step !== undefined) setAt((chosen + step + found.length) % found.length);
      else if (event.key === "Escape") setAway(text);
      else if (event.key === "Tab" || (event.key === "Enter" && !event.shiftKey)) take(found[chosen]!);
      else return false;
      event.preventDefault();
      return true;
    },
  };
}
