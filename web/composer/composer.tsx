/** What one writes with: a field that grows, files, and the bar of what is answered or changed. */
import { useLingui } from "@lingui/react/macro";
import { Check, SendHorizontal } from "lucide-react";
import { useRef } from "react";
import { useClientState } from "../client/context.tsx";
import { EMPTY_DRAFT } from "../store/drafts.ts";
import type { ChatRow } from "../store/state.ts";
import { IconButton } from "../ui/button.tsx";
import { Attach } from "./attach.tsx";
import { ContextBar } from "./context-bar.tsx";
import { COMPOSER_ID } from "./focus.ts";
import { ReplyKeyboard } from "./reply-keyboard.tsx";
import { useComposer } from "./use-composer.ts";
import { useGrow } from "./use-grow.ts";
import { VoiceButton } from "./voice-button.tsx";

export function Composer({ row }: { readonly row: ChatRow }) {
  const { t } = useLingui();
  const chat_id = row.chat.id;
  const draft = useClientState((state) => state.drafts[chat_id] ?? EMPTY_DRAFT);
  const field = useRef<HTMLTextAreaElement>(null);
  const { write, send, onKeyDown, leave } = useComposer(row, draft);
  useGrow(field, draft.text);
  const { editing } = draft;
  return (
    <div className="safe-bottom shrink-0 border-t border-line bg-surface">
      <div className="mx-auto flex max-w-3xl flex-col px-2 md:px-3">
        <ContextBar draft={draft} onLeave={leave} />
        <form
          className="relative flex items-end gap-1 py-2"
          onSubmit={(event) => {
            event.preventDefault();
            send();
          }}
        >
          {!editing && <Attach chat_id={chat_id} reply_to={draft.reply_to} onSent={leave} />}
          <textarea
            ref={field}
            id={COMPOSER_ID}
            rows={1}
            dir={draft.text === "" ? undefined : "auto"}
            aria-label={t`Message`}
            placeholder={t`Message`}
            autoFocus={matchMedia("(pointer: fine)").matches}
            value={draft.text}
            onChange={(event) => write(event.target.value)}
            onKeyDown={onKeyDown}
            className="max-h-[40vh] min-h-10 min-w-0 flex-1 resize-none bg-transparent px-2 py-2 leading-6 outline-none placeholder:text-soft"
          />
          {!editing && draft.text.trim() === "" ? (
            <VoiceButton chat_id={chat_id} reply_to={draft.reply_to} onSent={leave} />
          ) : (
            <SendButton editing={editing !== undefined} disabled={draft.text.trim() === ""} />
          )}
        </form>
        <ReplyKeyboard row={row} />
      </div>
    </div>
  );
}

interface SendButtonProps {
  readonly editing: boolean;
  readonly disabled: boolean;
}

function SendButton({ editing, disabled }: SendButtonProps) {
  const { t } = useLingui();
  return (
    <IconButton
      type="submit"
      label={editing ? t`Save` : t`Send`}
      look="primary"
      disabled={disabled}
      className="disabled:bg-transparent disabled:text-soft"
    >
      {editing ? (
        <Check aria-hidden className="size-5" />
      ) : (
        <SendHorizontal aria-hidden className="size-5 rtl:-scale-x-100" />
      )}
    </IconButton>
  );
}
