/** What a menu offers for what is being typed: people, commands, emoji. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState, type KeyboardEvent } from "react";
import type { User } from "@heliogram/shared/wire.ts";
import { useClientState } from "../client/context.tsx";
import { completionAt, type Completion } from "../model/completion.ts";
import { fits } from "../model/fits.ts";
import { nameOf } from "../model/names.ts";
import { byName } from "../model/rank.ts";
import type { ChatDetails } from "../store/state.ts";
import { loadNamedEmojis } from "./emoji-data.ts";
import type { Marks } from "./use-marks.ts";
import { useBots, useMembers } from "./use-members.ts";

export interface Suggestion {
  readonly key: string;
  readonly title: string;
  readonly detail: string;
  readonly user?: User;
  readonly emoji?: string;
  /** What takes the place of what was typed. */
  readonly words: string;
  /** A command goes off at once. */
  readonly command?: string;
}

export interface Suggestions {
  readonly list: readonly Suggestion[];
  readonly kind: Completion["kind"] | undefined;
  readonly chosen: number;
  readonly choose: (suggestion: Suggestion) => void;
  /** @returns whether the key was the menu's */
  readonly onKeyDown: (event: KeyboardEvent) => boolean;
}

interface SuggestionsInput {
  readonly row: ChatDetails;
  readonly text: string;
  readonly marks: Marks;
  readonly onCommand: (command: string) => void;
}

const MOST = 20;

export function useSuggestions({ row, text, marks, onCommand }: SuggestionsInput): Suggestions {
  const [at, setAt] = useState(0);
  /** What was typed when the menu was closed with Escape. */
  const [away, setAway] = useState<string>();
  const { start, end, replace } = marks;
  const completion = start === end ? completionAt(text, end) : undefined;
  const typed = completion && `${completion.from}${completion.kind}`;
  useEffect(() => {
    if (typed === undefined) setAway(undefined);
  }, [typed]);
  const found = useFound(row, typed === away ? undefined : completion);
  const chosen = Math.min(at, Math.max(0, found.length - 1));

  const insert = ({ words }: Suggestion) => {
    if (!completion) return;
    const caret = completion.from + words.length;
    replace({ from: completion.from, to: completion.to, words, start: caret, end: caret });
    setAt(0);
  };
  const choose = (suggestion: Suggestion) => {
    if (suggestion.command === undefined) insert(suggestion);
    else onCommand(suggestion.command);
  };
  return {
    list: found,
    kind: found.length > 0 ? completion?.kind : undefined,
    chosen,
    choose,
    onKeyDown(event) {
      if (found.length === 0 || event.nativeEvent.isComposing) return false;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step !== undefined) setAt((chosen + step + found.length) % found.length);
      else if (event.key === "Enter" && !event.shiftKey) choose(found[chosen]!);
      else if (event.key === "Tab" && !event.shiftKey) insert(found[chosen]!);
      else if (event.key === "Escape") setAway(typed);
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
  };
}

const NONE: readonly Suggestion[] = [];

function useFound(row: ChatDetails, completion: Completion | undefined): readonly Suggestion[] {
  const me = useClientState((state) => state.me?.user.id);
  const kind = completion?.kind;
  const members = useMembers(row, kind === "mention");
  const bots = useBots(row);
  const emojis = useQuery({
    queryKey: ["emojis"],
    queryFn: loadNamedEmojis,
    enabled: kind === "emoji",
    staleTime: Infinity,
  });
  if (!completion) return NONE;
  const { query } = completion;
  if (kind === "mention") {
    return members
      .filter((user) => user.id !== me && fits(query, nameOf(user), user.username))
      .slice(0, MOST)
      .map(mention);
  }
  if (kind === "command") {
    const named = bots.length > 1;
    return bots
      .flatMap(({ user, commands }) => commands.map((each) => command(user, each, named)))
      .filter(({ title }) => title.startsWith(`/${query}`));
  }
  return byName(emojis.data ?? [], query, MOST).map(({ emoji, name }) => ({
    key: name,
    title: `:${name}:`,
    detail: "",
    emoji,
    words: `${emoji} `,
  }));
}

/** Somebody without a user name is mentioned by their id. */
function mention(user: User): Suggestion {
  const name = nameOf(user);
  const { username } = user;
  return {
    key: String(user.id),
    title: name,
    detail: username === undefined ? "" : `@${username}`,
    user,
    words: username === undefined ? `[${name.replaceAll(/[[\]\n\\]/g, " ")}](@${user.id}) ` : `@${username} `,
  };
}

/** Where there are several bots, a command says which one is meant. */
function command(
  user: User,
  { command: name, description }: { readonly command: string; readonly description: string },
  named: boolean,
): Suggestion {
  const whole = named ? `/${name}@${user.username ?? ""}` : `/${name}`;
  return {
    key: `${user.id}/${name}`,
    title: `/${name}`,
    detail: description,
    user,
    words: `${whole} `,
    command: whole,
  };
}
