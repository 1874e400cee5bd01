/** The ways in which files come to be sent: picked, pasted, or dropped anywhere in the chat. */
import { useLingui } from "@lingui/react/macro";
import { Paperclip } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Answering } from "../model/quote.ts";
import { AttachDialog } from "./attach-dialog.tsx";
import { DropArea } from "./drop-area.tsx";
import { FileInput } from "./file-input.tsx";

interface AttachProps {
  readonly chat_id: number;
  readonly answering: Answering;
  readonly onSent: () => void;
}

export function Attach({ chat_id, answering, onSent }: AttachProps) {
  const { t } = useLingui();
  const [files, setFiles] = useState<readonly File[]>([]);
  usePaste(setFiles);
  return (
    <>
      <FileInput label={t`Attach files`} onPick={setFiles}>
        <Paperclip aria-hidden className="size-5" />
      </FileInput>
      <DropArea onDrop={setFiles} />
      <AttachDialog
        files={files}
        chat_id={chat_id}
        answering={answering}
        onClose={() => setFiles([])}
        onSent={onSent}
      />
    </>
  );
}

/** Files that are pasted, wherever the keyboard is; words go where they would go in any case. */
function usePaste(take: (files: readonly File[]) => void): void {
  const latest = useRef(take);
  useEffect(() => void (latest.current = take));
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      latest.current(files);
    };
    document.addEventListener("paste", onPaste);
    return () => document.removeEventListener("paste", onPaste);
  }, []);
}
