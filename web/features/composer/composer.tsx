/**
 * The composer: a text field that grows with its text, attachments, emoji, and a bar with the message being replied to
 * or edited.
 */
import { Trans, useLingui } from "@lingui/react/macro";
import { SquareSlash } from "lucide-react";
import { useRef } from "react";
import { useClientState } from "../../core/client/context.tsx";
import { usePlace } from "../../core/client/use-place.ts";
import { replyTarget } from "../../core/model/messages/quote.ts";
import { EMPTY_DRAFT, hasMarkdown } from "../../core/store/drafts.ts";
import { useSendDisabledReasons } from "../rights/use-send-disabled-reasons.ts";
import type { ChatDetails, Draft } from "../../core/store/state.ts";
import { Button, IconButton } from "../../ui/buttons/button.tsx";
import { Attach } from "./attach.tsx";
import { ContextBar } from "./context-bar.tsx";
import { Counter } from "./counter.tsx";
import { EmojiButton } from "./emoji-button.tsx";
import { ComposerField } from "./field.tsx";
import { FormatBar } from "./format-bar.tsx";
import { DisabledField } from "./disabled-field.tsx";
import { OtherDraft } from "./other-draft.tsx";
import { PreviewBar } from "./preview-bar.tsx";
import { ReplyKeyboard } from "./reply-keyboard.tsx";
import { SendButton } from "./send-button.tsx";
import { SuggestionMenu } from "./suggestion-menu.tsx";
import { useComposer, type ComposerActions } from "./use-composer.ts";
import { useMarks, type Marks } from "./use-marks.ts";
import { useBots, useBotsRefresh } from "./use-members.ts";
import { useSuggestions, type Suggestions } from "./use-suggestions.ts";
import { usePasteText } from "./use-paste-text.ts";
import { useTypeAnywhere } from "./use-type-anywhere.ts";
import { VoiceButton } from "./voice-button.tsx";

export function Composer({ row }: { readonly row: ChatDetails }) {
  const chat_id = row.chat.id;
  const place = usePlace(chat_id);
  const draft = useClientState((state) => state.drafts[place] ?? EMPTY_DRAFT);
  const field = useRef<HTMLTextAreaElement>(null);
  const actions = useComposer(row, draft);
  const marks = useMarks(field);
  const disabledReason = useTextDisabledReason(row, draft);
  const markdown = useClientState((state) => hasMarkdown(state, draft));
  useTypeAnywhere();
  usePasteText({ field, marks, markdown });
  const { editing } = draft;
  const answering = replyTarget(draft);
  useBotsRefresh(chat_id);
  const suggestions = useSuggestions({ row, text: draft.text, marks, onCommand: actions.sendCommand });
  const inputProps = { row, draft, actions, marks, markdown };
  return (
    <div className="safe-bottom shrink-0 border-t border-line bg-surface">
      <div className="relative mx-auto flex max-w-3xl flex-col px-2 md:px-3">
        {disabledReason === undefined && <InputOverlays {...inputProps} suggestions={suggestions} />}
        <OtherDraft place={place} />
        <ContextBar chat_id={chat_id} draft={draft} onLeave={actions.clearContext} />
        {disabledReason === undefined && <PreviewBar row={row} draft={draft} markdown={markdown} />}
        <form
          className="relative flex items-end gap-1 py-2"
          onSubmit={(event) => {
            event.preventDefault();
            actions.send();
            // The pressed button may have been replaced by another, so the focus goes to the field.
            field.current?.focus();
          }}
        >
          {disabledReason === undefined && draft.text === "" && (
            <CommandsButton row={row} labelled onPress={() => insertInto(marks, "/")} />
          )}
          {!editing && <Attach row={row} answering={answering} onSent={actions.clearContext} />}
          {disabledReason === undefined ? (
            <ComposerField {...inputProps} field={field} suggestions={suggestions} />
          ) : (
            <DisabledField reason={disabledReason} />
          )}
          {disabledReason === undefined && <InsertButtons {...inputProps} />}
          {!editing && (disabledReason !== undefined || draft.text.trim() === "") && (
            <VoiceButton row={row} answering={answering} onSent={actions.clearContext} />
          )}
          {disabledReason === undefined && <SendOrSave {...inputProps} />}
        </form>
        {disabledReason === undefined && <Counter draft={draft} />}
        <ReplyKeyboard row={row} />
      </div>
    </div>
  );
}

/** Why no text can be sent, or why the message being edited can no longer be edited. */
function useTextDisabledReason(row: ChatDetails, { editing }: Draft): string | undefined {
  const disabledReasons = useSendDisabledReasons(row);
  return editing ? disabledReasons.edit(editing) : disabledReasons.kind("text");
}

interface InputProps {
  readonly row: ChatDetails;
  readonly draft: Draft;
  readonly actions: ComposerActions;
  readonly marks: Marks;
  /** Whether marks are formats. */
  readonly markdown: boolean;
}

/** The menus above the field: suggestions, and the formatting toolbar while text is selected. */
function InputOverlays({
  row,
  draft,
  marks,
  markdown,
  suggestions,
}: InputProps & { readonly suggestions: Suggestions }) {
  return (
    <>
      <SuggestionMenu row={row} suggestions={suggestions} />
      {markdown && marks.end > marks.start && draft.text !== "" && <FormatBar onMark={marks.apply} />}
    </>
  );
}

/** The buttons that insert text into the field. */
function InsertButtons({ row, draft, marks }: InputProps) {
  const insert = (text: string) => insertInto(marks, text);
  return (
    <>
      {draft.text === "" && <CommandsButton row={row} onPress={() => insert("/")} />}
      <EmojiButton onPick={insert} />
    </>
  );
}

function insertInto(marks: Marks, text: string): void {
  const caret = marks.start + text.length;
  marks.replace({ from: marks.start, to: marks.end, words: text, start: caret, end: caret });
}

function SendOrSave({ draft: { editing, text }, actions }: InputProps) {
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
  /** The button that a bot has set, before the field; otherwise the one behind it. There is one of them. */
  readonly labelled?: boolean;
}

function CommandsButton({ row, onPress, labelled = false }: CommandsButtonProps) {
  const { t } = useLingui();
  const bots = useBots(row);
  const isMenu = bots.some(({ menu_button }) => menu_button !== undefined);
  if (isMenu !== labelled || bots.every(({ commands }) => commands.length === 0)) return null;
  if (isMenu)
    return (
      <Button variant="soft" size="normal" className="rounded-full" onClick={onPress}>
        <SquareSlash aria-hidden className="size-5" />
        <Trans>Menu</Trans>
      </Button>
    );
  return (
    <IconButton label={t`Commands of the bots`} onClick={onPress}>
      <SquareSlash aria-hidden className="size-5" />
    </IconButton>
  );
}
