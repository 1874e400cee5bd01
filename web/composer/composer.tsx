/** What one writes with: a field that grows, files, emoji, and the bar of what is answered or changed. */
import { useLingui } from "@lingui/react/macro";
import { SquareSlash } from "lucide-react";
import { useRef } from "react";
import { useClientState } from "../client/context.tsx";
import { answeringOf } from "../model/quote.ts";
import { EMPTY_DRAFT } from "../store/drafts.ts";
import { useWhyNotSend } from "../rights/use-why-not-send.ts";
import type { ChatDetails, Draft } from "../store/state.ts";
import { IconButton } from "../ui/button.tsx";
import { Attach } from "./attach.tsx";
import { ContextBar } from "./context-bar.tsx";
import { Counter } from "./counter.tsx";
import { EmojiButton } from "./emoji-button.tsx";
import { ComposerField } from "./field.tsx";
import { FormatBar } from "./format-bar.tsx";
import { RefusedField } from "./refused-field.tsx";
import { ReplyKeyboard } from "./reply-keyboard.tsx";
import { SendButton } from "./send-button.tsx";
import { SuggestionMenu } from "./suggestion-menu.tsx";
import { useComposer, type ComposerActions } from "./use-composer.ts";
import { useMarks, type Marks } from "./use-marks.ts";
import { useBots, useLiveBots } from "./use-members.ts";
import { useSuggestions, type Suggestions } from "./use-suggestions.ts";
import { useTypeAnywhere } from "./use-type-anywhere.ts";
import { VoiceButton } from "./voice-button.tsx";

export function Composer({ row }: { readonly row: ChatDetails }) {
  const chat_id = row.chat.id;
  const draft = useClientState((state) => state.drafts[chat_id] ?? EMPTY_DRAFT);
  const field = useRef<HTMLTextAreaElement>(null);
  const actions = useComposer(row, draft);
  const marks = useMarks(field);
  const refused = useRefusedText(row, draft);
  useTypeAnywhere();
  const { editing } = draft;
  const answering = answeringOf(draft);
  useLiveBots(chat_id);
  const suggestions = useSuggestions({ row, text: draft.text, marks, onCommand: actions.sendCommand });
  const writing = { row, draft, actions, marks };
  return (
    <div className="safe-bottom shrink-0 border-t border-line bg-surface">
      <div className="relative mx-auto flex max-w-3xl flex-col px-2 md:px-3">
        {refused === undefined && <Helpers {...writing} suggestions={suggestions} />}
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
          {!editing && <Attach row={row} answering={answering} onSent={actions.leave} />}
          {refused === undefined ? (
            <ComposerField {...writing} field={field} suggestions={suggestions} />
          ) : (
            <RefusedField reason={refused} />
          )}
          {refused === undefined && <Extras {...writing} />}
          {!editing && (refused !== undefined || draft.text.trim() === "") && (
            <VoiceButton row={row} answering={answering} onSent={actions.leave} />
          )}
          {refused === undefined && <Send {...writing} />}
        </form>
        {refused === undefined && <Counter draft={draft} />}
        <ReplyKeyboard row={row} />
      </div>
    </div>
  );
}

/** Why nothing can be written, or why what is being changed cannot be changed any more. */
function useRefusedText(row: ChatDetails, { editing }: Draft): string | undefined {
  const whyNot = useWhyNotSend(row);
  return editing ? whyNot.edit(editing) : whyNot.kind("text");
}

interface WritingProps {
  readonly row: ChatDetails;
  readonly draft: Draft;
  readonly actions: ComposerActions;
  readonly marks: Marks;
}

/** What lies over the field while one writes: names and commands that fit, marks for what is selected. */
function Helpers({ row, draft, marks, suggestions }: WritingProps & { readonly suggestions: Suggestions }) {
  return (
    <>
      <SuggestionMenu row={row} suggestions={suggestions} />
      {marks.end > marks.start && draft.text !== "" && <FormatBar onMark={marks.apply} />}
    </>
  );
}

/** What is put into the field without being typed. */
function Extras({ row, draft, marks }: WritingProps) {
  const insert = (words: string) => {
    const caret = marks.start + words.length;
    marks.replace({ from: marks.start, to: marks.end, words, start: caret, end: caret });
  };
  return (
    <>
      {draft.text === "" && <CommandsButton row={row} onPress={() => insert("/")} />}
      <EmojiButton onPick={insert} />
    </>
  );
}

function Send({ draft: { editing, text }, actions }: WritingProps) {
  const { t } = useLingui();
  const empty = text.trim() === "";
  if (!editing && empty) return null;
  return (
    <SendButton
      editing={editing !== undefined}
      reason={empty ? t`Write something first.` : undefined}
      onSilent={() => actions.send({ silent: true })}
    />
  );
}

interface CommandsButtonProps {
  readonly row: ChatDetails;
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
