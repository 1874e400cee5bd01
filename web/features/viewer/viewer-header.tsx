/** The header of the viewer: sender, date, and buttons for zooming, saving and closing. */
import { useLingui } from "@lingui/react/macro";
import type { Message } from "@heliogram/shared/wire.ts";
import { Download, X, ZoomIn, ZoomOut } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { useFormat } from "../../i18n/format.ts";
import { Time } from "../../i18n/time.tsx";
import { fileAddress } from "../../core/model/media/file-address.ts";
import { senderOf } from "../../core/model/people/names.ts";
import { Avatar } from "../../ui/display/avatar.tsx";
import { buttonVariants, IconButton } from "../../ui/buttons/button.tsx";
import { classes } from "../../ui/classes.ts";
import type { StageHandle } from "./stage.tsx";

interface ViewerHeaderProps {
  readonly message: Message;
  readonly stage: RefObject<StageHandle | null>;
  readonly onClose: () => void;
}

const LIGHT_CLASSES = "text-white/85 hover:bg-white/15 hover:text-white";

export function ViewerHeader({ message, stage, onClose }: ViewerHeaderProps) {
  const { t } = useLingui();
  const format = useFormat();
  const speaker = senderOf(message);
  return (
    <header className="safe-top absolute inset-x-0 top-0 z-10 flex items-center gap-3 bg-linear-to-b from-black/75 to-transparent p-2 ps-4 text-white">
      <Avatar id={speaker.id} name={speaker.name} photo={speaker.user?.photo} size="small" />
      <div className="min-w-0 flex-1 leading-tight">
        <p className="truncate font-medium" dir="auto">
          {speaker.name}
        </p>
        <p className="text-sm text-white/80">
          <Time value={format.full(message.date)} />
        </p>
      </div>
      {message.photo && (
        <>
          <HeaderButton label={t`Smaller`} onClick={() => stage.current?.further()}>
            <ZoomOut aria-hidden className="size-5" />
          </HeaderButton>
          <HeaderButton label={t`Larger`} onClick={() => stage.current?.closer()}>
            <ZoomIn aria-hidden className="size-5" />
          </HeaderButton>
        </>
      )}
      <a
        href={addressOf(message)}
        download={fileNameOf(message)}
        aria-label={t`Save`}
        title={t`Save`}
        className={classes(buttonVariants({ variant: "plain", size: "icon" }), LIGHT_CLASSES)}
      >
        <Download aria-hidden className="size-5" />
      </a>
      <IconButton label={t`Close`} className={LIGHT_CLASSES} onClick={onClose}>
        <X aria-hidden className="size-5" />
      </IconButton>
    </header>
  );
}

interface HeaderButtonProps {
  readonly label: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function HeaderButton({ label, onClick, children }: HeaderButtonProps) {
  return (
    <IconButton label={label} className={classes(LIGHT_CLASSES, "max-sm:hidden")} onClick={onClick}>
      {children}
    </IconButton>
  );
}

function addressOf({ photo, video }: Message): string {
  return photo ? fileAddress("photo", photo.at(-1)!.file_id) : fileAddress("video", video!.file_id);
}

function fileNameOf({ photo, video, message_id }: Message): string {
  return photo ? `photo-${message_id}.jpg` : (video!.file_name ?? `video-${message_id}.mp4`);
}
