/** What one writes with: a field that grows, files, emoji, and the bar of what is answered or changed. */
import { useLingui } from "@lingui/react/macro";
import { SquareSlash } from "lucide-react";
import { useRef } from "react";
import { useClientState } from "../client/context.tsx";
import { answeringOf } from "../model/quote.ts";
import { EMPTY_DRAFT } from "../store/drafts.ts";
import type { ChatRow } from "../store/state.ts";
import { IconButton } from "../ui/button.tsx";
import { Attach } from "./attach.tsx";
import { ContextBar } from "./context-bar.tsx";
import { Counter } from "./counter.tsx";
import { EmojiButton } from "./emoji-button.tsx";
import { ComposerField } from "./field.tsx";
import { FormatBar } from "./format-bar.tsx";
import { ReplyKeyboard } from "./reply-keyboard.tsx";
import { SendButton } from "./send-button.tsx";
import { SuggestionMenu } from "./suggestion-menu.tsx";
import { useComposer } from "./use-composer.ts";
import { useMarks } from "./use-marks.ts";
import { useBots, useLiveBots } from "./use-members.ts";
import { useSuggestions } from "./use-suggestions.ts";
import { useTypeAnywhere } from "./use-type-anywhere.ts";
import { VoiceButton } from "./voice-button.tsx";

export function Composer({ row }: { readonly row: ChatRow }) {
  const chat_id = row.chat.id;
  const draft = useClientState((state) => state.drafts[chat_id] ?? EMPTY_DRAFT);
  const field = useRef<HTMLTextAreaElement>(null);
  const actions = useComposer(row, draft);
  const marks = useMarks(field);
  useTypeAnywhere();
  const { text, editing } = draft;
  const answering = answeringOf(draft);
  useLiveBots(chat_id);
  const suggestions = useSuggestions({ row, text, marks, onCommand: actions.sendCommand });
  const insert = (words: string) => {
    const caret = marks.start + words.length;
    marks.replace({ from: marks.start, to: marks.end, words, start: caret, end: caret });
  };
  return (
    <div className="safe-bottom shrink-0 border-t border-line bg-surface">
      <div className="relative mx-auto flex max-w-3xl flex-col px-2 md:px-3">
        <SuggestionMenu row={row} suggestions={suggestions} />
        {marks.end > marks.start && text !== "" && <FormatBar onMark={marks.apply} />}
        <ContextBar draft={draft} onLeave={actions.leave} />
        <form
          className="relative flex items-end gap-1 py-2"
          onSubmit={(event) => {
            event.preventDefault();
            actions.send();
            // The button that was pressed gives way to another.
            field.current?.focus();
          }}
        >
          {!editing && <Attach chat_id={chat_id} answering={answering} onSent={actions.leave} />}
          <ComposerField
            row={row}
            draft={draft}
            field={field}
            actions={actions}
            marks={marks}
            suggestions={suggestions}
          />
          {text === "" && <CommandsButton row={row} onPress={() => insert("/")} />}
          <EmojiButton onPick={insert} />
          {!editing && text.trim() === "" ? (
            <VoiceButton chat_id={chat_id} answering={answering} onSent={actions.leave} />
          ) : (
            <SendButton
              editing={editing !== undefined}
              disabled={text.trim() === ""}
              onSilent={() => actions.send({ silent: true })}
            />
          )}
        </form>
        <Counter draft={draft} />
        <ReplyKeyboard row={row} />
      </div>
    </div>
  );
}

interface CommandsButtonProps {
  readonly row: ChatRow;
  readonly onPress: () => void;
}

function CommandsButton({ row, onPress }: CommandsButtonProps) {
  const { t } = useLingui();
  const bots = useBots(row);
  if (bots.every(({ commands }) => commands.length === 0)) return null;
  return (
    <IconButton label={t`Commands of the bots`} onClick={onPress}>
      <SquareSlash aria-hidden className="size-5" />
    </IconButton>
  );
}
