/** The text field of the composer, with its suggestion menu and formatting shortcuts. */
import { useLingui } from "@lingui/react/macro";
import type { Message } from "@heliogram/shared/wire.ts";
import type { RefObject } from "react";
import { useClientState } from "../../core/client/context.tsx";
import { usePlace } from "../../core/client/use-place.ts";
import { closedEmojiAt } from "../../core/model/text/completion.ts";
import { activePlaceholder } from "../../core/model/messages/reply-keyboard.ts";
import { hasMarkdown } from "../../core/store/drafts.ts";
import type { ChatDetails, Draft } from "../../core/store/state.ts";
import { loadNamedEmojis } from "./emoji-data.ts";
import { COMPOSER_ID } from "./focus.ts";
import { suggestionId, SUGGESTIONS_ID } from "./suggestion-menu.tsx";
import type { ComposerActions } from "./use-composer.ts";
import { useAutosize } from "./use-autosize.ts";
import type { Marks } from "./use-marks.ts";
import { useLastKeyboardMessage } from "./use-last-keyboard-message.ts";
import type { Suggestions } from "./use-suggestions.ts";

interface FieldProps {
  readonly row: ChatDetails;
  readonly draft: Draft;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly actions: ComposerActions;
  readonly marks: Marks;
  readonly suggestions: Suggestions;
}

export function ComposerField({ row, draft, field, actions, marks, suggestions }: FieldProps) {
  const { t } = useLingui();
  const placeholder = usePlaceholder(row.chat.id);
  const { kind, selected } = suggestions;
  const markdown = useClientState((state) => hasMarkdown(state, draft));
  useAutosize(field, draft.text);
  const menu =
    kind === undefined ? {} : { "aria-controls": SUGGESTIONS_ID, "aria-activedescendant": suggestionId(selected) };
  return (
    <textarea
      ref={field}
      id={COMPOSER_ID}
      rows={1}
      // While the field is empty, the placeholder has the direction of the page.
      dir={draft.text === "" ? undefined : "auto"}
      aria-label={t`Message`}
      aria-autocomplete="list"
      {...menu}
      placeholder={placeholder ?? t`Message`}
      autoFocus={matchMedia("(pointer: fine)").matches}
      value={draft.text}
      onChange={(event) => {
        actions.write(event.target.value);
        marks.onSelect();
        if (markdown && isTyping(event.nativeEvent)) void finishEmoji(event.target, marks);
      }}
      onSelect={marks.onSelect}
      onKeyDown={(event) => {
        if (!suggestions.onKeyDown(event) && !(markdown && marks.onKeyDown(event))) actions.onKeyDown(event);
      }}
      className="max-h-[40vh] min-h-10 min-w-0 flex-1 resize-none bg-transparent px-2 py-2 leading-6 outline-none placeholder:text-soft focus-visible:shadow-[inset_0_-2px_0_var(--accent)]"
    />
  );
}

const NONE: readonly Message[] = [];

function usePlaceholder(chat_id: number): string | undefined {
  const last = useLastKeyboardMessage(chat_id);
  const place = usePlace(chat_id);
  return useClientState(
    ({ histories, me }) => me && activePlaceholder(last, histories[place]?.messages ?? NONE, me.user),
  );
}

/** Whether a character was typed. What an undo gives back or a paste inserts stays as it is. */
function isTyping(event: Event): boolean {
  const { inputType = "" } = event as InputEvent;
  return !/^(?:history|insertFrom)/.test(inputType);
}

/** Replaces `:name:` by its emoji when the second colon is typed. */
async function finishEmoji(element: HTMLTextAreaElement, { replace }: Marks): Promise<void> {
  const { value, selectionEnd } = element;
  const closed = closedEmojiAt(value, selectionEnd);
  if (!closed) return;
  const named = await loadNamedEmojis();
  const found = named.find(({ name }) => name === closed.query);
  // The user may have typed on while the names were loading.
  if (!found || element.value !== value) return;
  const caret = closed.from + found.emoji.length;
  replace({ from: closed.from, to: closed.to, words: found.emoji, start: caret, end: caret });
}
