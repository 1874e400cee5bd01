/** The ways in which files come to be sent: picked, pasted, or dropped anywhere in the chat. */
import { useLingui } from "@lingui/react/macro";
import { Paperclip } from "lucide-react";
import { useState } from "react";
import type { Answering } from "../model/quote.ts";
import { useWhyNotSend } from "../rights/use-why-not-send.ts";
import type { ChatDetails } from "../store/state.ts";
import { useNotice } from "../ui/toasts.tsx";
import { AttachDialog } from "./attach-dialog.tsx";
import { FileInput } from "./file-input.tsx";
import { IncomingFiles } from "./incoming-files.tsx";

interface AttachProps {
  readonly row: ChatDetails;
  readonly answering: Answering;
  readonly onSent: () => void;
}

export function Attach({ row, answering, onSent }: AttachProps) {
  const { t } = useLingui();
  const notify = useNotice();
  const [files, setFiles] = useState<readonly File[]>([]);
  const reason = useWhyNotSend(row).files();
  return (
    <>
      <FileInput label={t`Attach files`} reason={reason} onPick={setFiles}>
        <Paperclip aria-hidden className="size-5" />
      </FileInput>
      <IncomingFiles reason={reason} onFiles={reason === undefined ? setFiles : () => notify(reason)} />
      <AttachDialog files={files} row={row} answering={answering} onClose={() => setFiles([])} onSent={onSent} />
    </>
  );
}
