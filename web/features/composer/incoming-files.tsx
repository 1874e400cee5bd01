/** Receives files that are pasted or dropped anywhere in the chat. Pasted text is received by `use-paste-text.ts`. */
import { useEffect, useRef } from "react";
import { pastesFiles } from "../../core/model/text/pasted-files.ts";
import { DropArea } from "./drop-area.tsx";

interface IncomingFilesProps {
  /** Why files cannot be sent; shown while they are dragged over the page. */
  readonly reason: string | undefined;
  readonly onFiles: (files: readonly File[]) => void;
}

export function IncomingFiles({ reason, onFiles }: IncomingFilesProps) {
  usePaste(onFiles);
  return <DropArea reason={reason} onDrop={onFiles} />;
}

/** Handles pasted files wherever the focus is. Pasted text is left to the browser. */
function usePaste(take: (files: readonly File[]) => void): void {
  const latest = useRef(take);
  useEffect(() => void (latest.current = take));
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (
        !pastesFiles(
          text,
          files.map(({ name }) => name),
        )
      )
        return;
      event.preventDefault();
      latest.current(files);
    };
    document.addEventListener("paste", onPaste);
    return () => document.removeEventListener("paste", onPaste);
  }, []);
}
