/** The attach button and the dialog for files that are picked, pasted or dropped. */
import { useLingui } from "@lingui/react/macro";
import { Paperclip } from "lucide-react";
import { useState } from "react";
import type { ReplyTarget } from "../../core/model/messages/quote.ts";
import { useSendDisabledReasons } from "../rights/use-send-disabled-reasons.ts";
import type { ChatDetails } from "../../core/store/state.ts";
import { useToast } from "../../ui/feedback/toasts.tsx";
import { AttachDialog } from "./attach-dialog.tsx";
import { FileInput } from "./file-input.tsx";
import { IncomingFiles } from "./incoming-files.tsx";

interface AttachProps {
  readonly row: ChatDetails;
  readonly answering: ReplyTarget;
  readonly onSent: () => void;
}

export function Attach({ row, answering, onSent }: AttachProps) {
  const { t } = useLingui();
  const showToast = useToast();
  const [files, setFiles] = useState<readonly File[]>([]);
  const reason = useSendDisabledReasons(row).files();
  return (
    <>
      <FileInput label={t`Attach files`} reason={reason} onPick={setFiles}>
        <Paperclip aria-hidden className="size-5" />
      </FileInput>
      <IncomingFiles reason={reason} onFiles={reason === undefined ? setFiles : () => showToast(reason)} />
      <AttachDialog files={files} row={row} answering={answering} onClose={() => setFiles([])} onSent={onSent} />
    </>
  );
}
