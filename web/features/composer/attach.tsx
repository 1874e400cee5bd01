/** The menu of what can be sent beside text, and the dialogs for files and locations. */
import { Trans, useLingui } from "@lingui/react/macro";
import { File as FileIcon, MapPin, Paperclip } from "lucide-react";
import { useRef, useState } from "react";
import type { ReplyTarget } from "../../core/model/messages/quote.ts";
import { useSendDisabledReasons } from "../rights/use-send-disabled-reasons.ts";
import type { ChatDetails } from "../../core/store/state.ts";
import { IconButton } from "../../ui/buttons/button.tsx";
import { useToast } from "../../ui/feedback/toasts.tsx";
import { lateOverlay } from "../../ui/late-component.tsx";
import { Menu, MenuItem } from "../../ui/overlays/menu.tsx";
import { AttachDialog } from "./attach-dialog.tsx";
import { FileInput } from "./file-input.tsx";
import { IncomingFiles } from "./incoming-files.tsx";

interface AttachProps {
  readonly row: ChatDetails;
  readonly answering: ReplyTarget;
  readonly onSent: () => void;
}

const LocationDialog = lateOverlay(async () => (await import("./location-dialog.tsx")).LocationDialog);

export function Attach({ row, answering, onSent }: AttachProps) {
  const { t } = useLingui();
  const showToast = useToast();
  const input = useRef<HTMLInputElement>(null);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [isLocating, setLocating] = useState(false);
  const disabledReasons = useSendDisabledReasons(row);
  const reason = disabledReasons.files();
  const trigger = (
    <IconButton label={t`Attach`}>
      <Paperclip aria-hidden className="size-5" />
    </IconButton>
  );
  const common = { row, answering, onSent };
  return (
    <>
      <Menu label={t`Attach`} trigger={trigger}>
        <MenuItem icon={<FileIcon aria-hidden />} reason={reason} onSelect={() => input.current?.click()}>
          <Trans>Files</Trans>
        </MenuItem>
        <MenuItem
          icon={<MapPin aria-hidden />}
          reason={disabledReasons.kind("location")}
          onSelect={() => setLocating(true)}
        >
          <Trans>Location</Trans>
        </MenuItem>
      </Menu>
      <FileInput ref={input} onPick={setFiles} />
      <IncomingFiles reason={reason} onFiles={reason === undefined ? setFiles : () => showToast(reason)} />
      <AttachDialog files={files} onClose={() => setFiles([])} {...common} />
      <LocationDialog open={isLocating} onClose={() => setLocating(false)} {...common} />
    </>
  );
}
