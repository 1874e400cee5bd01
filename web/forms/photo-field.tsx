/** A picture of somebody or of a chat, and putting another one in its place. */
import { Trans, useLingui } from "@lingui/react/macro";
import { ImagePlus, Trash2 } from "lucide-react";
import { useRef } from "react";
import { useClientState } from "../client/context.tsx";
import { useFormat } from "../i18n/format.ts";
import { unfitFor } from "../model/file-limits.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Button } from "../ui/button.tsx";
import { useNotice } from "../ui/toasts.tsx";

interface PhotoFieldProps {
  readonly id: number;
  readonly name: string;
  readonly photo: { readonly small_file_id: string } | undefined;
  /** What the picture is of. */
  readonly label: string;
  readonly busy: boolean;
  readonly onChoose: (file: File) => void;
  readonly onRemove: () => void;
}

export function PhotoField({ id, name, photo, label, busy, onChoose, onRemove }: PhotoFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const take = useTaking(onChoose);
  return (
    <div className="flex items-center gap-4">
      <Avatar id={id} name={name} photo={photo} size="large" />
      <div className="flex min-w-0 flex-col items-start gap-2">
        <Button look="soft" size="small" disabled={busy} onClick={() => input.current?.click()}>
          <ImagePlus aria-hidden className="size-4" />
          {photo ? <Trans>Change the photo</Trans> : <Trans>Choose a photo</Trans>}
        </Button>
        {photo && (
          <Button look="plain" size="small" className="text-danger" disabled={busy} onClick={onRemove}>
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
          if (file) take(file);
        }}
      />
    </div>
  );
}

/** A picture that the service would not take is refused before it is sent. */
function useTaking(take: (file: File) => void): (file: File) => void {
  const { t } = useLingui();
  const notify = useNotice();
  const format = useFormat();
  const limits = useClientState((state) => state.me?.limits);
  return (file) => {
    const unfit = unfitFor({ kind: "photo", size: file.size }, false, limits);
    if (unfit === undefined) {
      take(file);
      return;
    }
    const most = unfit === "empty" ? "" : format.size(unfit.limit);
    notify(unfit === "empty" ? t`This file is empty` : t`Too large: this service takes at most ${most}`);
  };
}
