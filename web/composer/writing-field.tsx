/** The field one writes in: as high as its text, and led by the keyboard. */
import { useLingui } from "@lingui/react/macro";
import { useRef, type ClipboardEvent, type KeyboardEvent } from "react";
import { COMMAND_LIST_ID, commandId } from "./command-list.tsx";
import { COMPOSER_ID } from "./focus.ts";
import type { Commands } from "./use-commands.ts";
import { useGrow } from "./use-grow.ts";

interface WritingFieldProps {
  readonly text: string;
  readonly onWrite: (text: string) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
  readonly onFiles: (files: FileList) => void;
  readonly commands: Commands;
}

export function WritingField({ text, onWrite, onKeyDown, onFiles, commands }: WritingFieldProps) {
  const { t } = useLingui();
  const field = useRef<HTMLTextAreaElement>(null);
  const listed = commands.found.length > 0;
  useGrow(field, text);
  const onPaste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    onFiles(event.clipboardData.files);
  };
  return (
    <textarea
      ref={field}
      id={COMPOSER_ID}
      rows={1}
      dir={text === "" ? undefined : "auto"}
      aria-label={t`Message`}
      aria-controls={listed ? COMMAND_LIST_ID : undefined}
      aria-activedescendant={listed ? commandId(commands.chosen) : undefined}
      placeholder={t`Message`}
      autoFocus={matchMedia("(pointer: fine)").matches}
      value={text}
      onChange={(event) => onWrite(event.target.value)}
      onKeyDown={(event) => commands.onKeyDown(event) || onKeyDown(event)}
      onPaste={onPaste}
      className="max-h-[40vh] min-h-10 min-w-0 flex-1 resize-none bg-transparent px-2 py-2 leading-6 outline-none placeholder:text-soft"
    />
  );
}
