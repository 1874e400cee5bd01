/** A picture of somebody or of a chat, and putting another one in its place. */
import { Trans } from "@lingui/react/macro";
import { ImagePlus, Trash2 } from "lucide-react";
import { useRef } from "react";
import { Avatar } from "../ui/avatar.tsx";
import { Button } from "../ui/button.tsx";

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
          if (file) onChoose(file);
        }}
      />
    </div>
  );
}
