/** Shows a photo of a user or chat, with buttons for changing and removing it. */
import { Trans, useLingui } from "@lingui/react/macro";
import { ImagePlus, Trash2 } from "lucide-react";
import { useRef } from "react";
import { useClientState } from "../../core/client/context.tsx";
import { useFormat } from "../../i18n/format.ts";
import { fileError } from "../../core/model/media/file-limits.ts";
import { Avatar } from "../../ui/display/avatar.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { useToast } from "../../ui/feedback/toasts.tsx";

interface PhotoFieldProps {
  readonly id: number;
  readonly name: string;
  readonly photo: { readonly small_file_id: string } | undefined;
  /** The accessible name of the file input. */
  readonly label: string;
  readonly busy: boolean;
  readonly onChoose: (file: File) => void;
  readonly onRemove: () => void;
}

export function PhotoField({ id, name, photo, label, busy, onChoose, onRemove }: PhotoFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const onValid = usePhotoCheck(onChoose);
  return (
    <div className="flex items-center gap-4">
      <Avatar id={id} name={name} photo={photo} size="large" />
      <div className="flex min-w-0 flex-col items-start gap-2">
        <Button variant="soft" size="small" disabled={busy} onClick={() => input.current?.click()}>
          <ImagePlus aria-hidden className="size-4" />
          {photo ? <Trans>Change the photo</Trans> : <Trans>Choose a photo</Trans>}
        </Button>
        {photo && (
          <Button variant="plain" size="small" className="text-danger" disabled={busy} onClick={onRemove}>
            <Trash2 aria-hidden className="size-4" />
            <Trans>Remove the photo</Trans>
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/webp"
        aria-label={label}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = "";
          if (file) onValid(file);
        }}
      />
    </div>
  );
}

/** Refuses a file that is too large or empty before it is uploaded. */
function usePhotoCheck(onValid: (file: File) => void): (file: File) => void {
  const { t } = useLingui();
  const showToast = useToast();
  const format = useFormat();
  const limits = useClientState((state) => state.me?.limits);
  return (file) => {
    const unfit = fileError({ kind: "photo", size: file.size }, false, limits);
    if (unfit === undefined) {
      onValid(file);
      return;
    }
    const most = unfit === "empty" ? "" : format.size(unfit.limit);
    showToast(unfit === "empty" ? t`This file is empty` : t`Too large: this service takes at most ${most}`);
  };
}
