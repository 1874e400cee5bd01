/** What one writes with: a field that grows, files, and the bar of what is answered or changed. */
import { useLingui } from "@lingui/react/macro";
import { Check, Paperclip, SendHorizontal } from "lucide-react";
import { useRef, useState } from "react";
import { useClient, useClientState } from "../client/context.tsx";
import type { Command } from "../model/suggest.ts";
import { EMPTY_DRAFT } from "../store/drafts.ts";
import type { ChatRow } from "../store/state.ts";
import { IconButton } from "../ui/button.tsx";
import { AttachDialog } from "./attach-dialog.tsx";
import { CommandList } from "./command-list.tsx";
import { ContextBar } from "./context-bar.tsx";
import { DropArea } from "./drop-area.tsx";
import { ReplyKeyboard } from "./reply-keyboard.tsx";
import { useCommands } from "./use-commands.ts";
import { useComposer } from "./use-composer.ts";
import { WritingField } from "./writing-field.tsx";

export function Composer({ row }: { readonly row: ChatRow }) {
  const { outbox, drafts } = useClient();
  const chat_id = row.chat.id;
  const draft = useClientState((state) => state.drafts[chat_id] ?? EMPTY_DRAFT);
  const [files, setFiles] = useState<readonly File[]>([]);
  const { write, send, onKeyDown, leave } = useComposer(row, draft);
  const takeFiles = (list: FileList | null) => setFiles([...(list ?? [])]);
  const takeCommand = ({ command }: Command) => {
    drafts.changeDraft(chat_id, () => EMPTY_DRAFT);
    outbox.send(chat_id, { text: `/${command}` });
  };
  const commands = useCommands(row, draft.text, takeCommand);
  const editing = draft.editing !== undefined;
  return (
    <div className="safe-bottom shrink-0 border-t border-line bg-surface">
      <DropArea onDrop={(event) => takeFiles(event.dataTransfer.files)} />
      <div className="mx-auto flex max-w-3xl flex-col px-2 md:px-3">
        <CommandList commands={commands} onTake={takeCommand} />
        <ContextBar draft={draft} onLeave={leave} />
        <form
          className="flex items-end gap-1 py-2"
          onSubmit={(event) => {
            event.preventDefault();
            send();
          }}
        >
          {!editing && <AttachButton onPick={takeFiles} />}
          <WritingField
            text={draft.text}
            onWrite={write}
            onKeyDown={onKeyDown}
            onFiles={takeFiles}
            commands={commands}
          />
          <SendButton editing={editing} disabled={draft.text.trim() === ""} />
        </form>
        <ReplyKeyboard row={row} />
      </div>
      <AttachDialog
        files={files}
        chat_id={chat_id}
        reply_to={draft.reply_to}
        onClose={() => setFiles([])}
        onSent={leave}
      />
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

function AttachButton({ onPick }: { readonly onPick: (files: FileList | null) => void }) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label={t`Attach files`} onClick={() => input.current?.click()}>
        <Paperclip aria-hidden className="size-5" />
      </IconButton>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t`Files`}
        onChange={(event) => {
          onPick(event.target.files);
          event.target.value = "";
        }}
      />
    </>
  );
}
