/** The suggestions for the text before the caret: members, commands, emoji. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState, type KeyboardEvent } from "react";
import type { User } from "@heliogram/shared/wire.ts";
import { isOfInputMethod } from "../../core/model/keyboard/composition.ts";
import { useClientState } from "../../core/client/context.tsx";
import { completionAt, type Completion } from "../../core/model/text/completion.ts";
import { matchesName } from "../../core/model/people/name-match.ts";
import { nameOf } from "../../core/model/people/names.ts";
import { findEmojiByName } from "../../core/model/text/emoji-by-name.ts";
import type { ChatDetails } from "../../core/store/state.ts";
import { loadNamedEmojis } from "./emoji-data.ts";
import type { Marks } from "./use-marks.ts";
import { useBots, useMembers } from "./use-members.ts";

export interface Suggestion {
  readonly key: string;
  readonly title: string;
  readonly detail: string;
  readonly user?: User;
  readonly emoji?: string;
  /** The text that replaces what was typed. */
  readonly replacement: string;
  /** A command, which is sent at once when it is chosen. */
  readonly command?: string;
}

export interface Suggestions {
  readonly list: readonly Suggestion[];
  readonly kind: Completion["kind"] | undefined;
  readonly selected: number;
  readonly choose: (suggestion: Suggestion) => void;
  /** @returns whether the menu handled the key */
  readonly onKeyDown: (event: KeyboardEvent) => boolean;
}

interface SuggestionsInput {
  readonly row: ChatDetails;
  readonly text: string;
  readonly marks: Marks;
  readonly onCommand: (command: string) => void;
}

const MAX_SUGGESTIONS = 20;

export function useSuggestions({ row, text, marks, onCommand }: SuggestionsInput): Suggestions {
  const [index, setIndex] = useState(0);
  /** What was typed when the menu was closed with Escape. */
  const [dismissed, setDismissed] = useState<string>();
  const { start, end, replace } = marks;
  const completion = start === end ? completionAt(text, end) : undefined;
  const typed = completion && `${completion.from}${completion.kind}`;
  useEffect(() => {
    if (typed === undefined) setDismissed(undefined);
  }, [typed]);
  const matches = useMatches(row, typed === dismissed ? undefined : completion);
  const selected = Math.min(index, Math.max(0, matches.length - 1));

  const insert = ({ replacement }: Suggestion) => {
    if (!completion) return;
    const caret = completion.from + replacement.length;
    replace({ from: completion.from, to: completion.to, words: replacement, start: caret, end: caret });
    setIndex(0);
  };
  const choose = (suggestion: Suggestion) => {
    if (suggestion.command === undefined) insert(suggestion);
    else onCommand(suggestion.command);
  };
  return {
    list: matches,
    kind: matches.length > 0 ? completion?.kind : undefined,
    selected,
    choose,
    onKeyDown(event) {
      if (matches.length === 0 || isOfInputMethod(event.nativeEvent)) return false;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step !== undefined) setIndex((selected + step + matches.length) % matches.length);
      else if (event.key === "Enter" && !event.shiftKey) choose(matches[selected]!);
      else if (event.key === "Tab" && !event.shiftKey) insert(matches[selected]!);
      else if (event.key === "Escape") setDismissed(typed);
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
  };
}

const NO_SUGGESTIONS: readonly Suggestion[] = [];

function useMatches(row: ChatDetails, completion: Completion | undefined): readonly Suggestion[] {
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
  if (!completion) return NO_SUGGESTIONS;
  const { query } = completion;
  if (kind === "mention") {
    return members
      .filter((user) => user.id !== me && matchesName(query, nameOf(user), user.username))
      .slice(0, MAX_SUGGESTIONS)
      .map(mention);
  }
  if (kind === "command") {
    const named = bots.length > 1;
    return bots
      .flatMap(({ user, commands }) => commands.map((each) => command(user, each, named)))
      .filter(({ title }) => title.startsWith(`/${query}`));
  }
  return findEmojiByName(emojis.data ?? [], query, MAX_SUGGESTIONS).map(({ emoji, name }) => ({
    key: name,
    title: `:${name}:`,
    detail: "",
    emoji,
    replacement: `${emoji} `,
  }));
}

/** A user without a user name is mentioned by id. */
function mention(user: User): Suggestion {
  const name = nameOf(user);
  const { username } = user;
  return {
    key: String(user.id),
    title: name,
    detail: username === undefined ? "" : `@${username}`,
    user,
    replacement: username === undefined ? `[${name.replaceAll(/[[\]\n\\]/g, " ")}](@${user.id}) ` : `@${username} `,
  };
}

/** If the chat has several bots, the command names its bot. */
function command(
  user: User,
  { command: name, description }: { readonly command: string; readonly description: string },
  named: boolean,
): Suggestion {
  const fullCommand = named ? `/${name}@${user.username ?? ""}` : `/${name}`;
  return {
    key: `${user.id}/${name}`,
    title: `/${name}`,
    detail: description,
    user,
    replacement: `${fullCommand} `,
    command: fullCommand,
  };
}
