/** What lies over a picture or a film that its sender wants covered: chosen, it goes. */
import { useLingui } from "@lingui/react/macro";
import { EyeOff } from "lucide-react";
import { useState, type CSSProperties, type ReactNode } from "react";
import type { Message } from "@heliogram/shared/wire.ts";
import { useReach } from "../ui/reach.ts";

interface CoverProps {
  readonly message: Message;
  /** What is covered, in a word. */
  readonly label: string;
  /** A few bytes of the picture, which nobody makes out once they are blurred. */
  readonly preview: string | undefined;
  /** The place that it fills, which is that of what it covers. */
  readonly className: string;
  readonly style: CSSProperties | undefined;
  readonly children: ReactNode;
}

export function Cover({ message, label, preview, className, style, children }: CoverProps) {
  const { t } = useLingui();
  const reach = useReach();
  const [open, setOpen] = useState(false);
  if (!message.has_media_spoiler || open) return children;
  return (
    <button
      type="button"
      aria-label={t`${label}, covered: show it`}
      tabIndex={reach}
      onClick={({ detail, currentTarget }) => {
        // Pressed by a key, the button takes the keyboard along when it goes, unless its message has it again.
        if (detail === 0) currentTarget.closest<HTMLElement>("[data-key]")?.focus({ preventScroll: true });
        setOpen(true);
      }}
      className={`${className} cursor-pointer bg-muted-fill focus-visible:outline-offset-[-3px]`}
      style={style}
    >
      {preview !== undefined && (
        <img
          src={preview}
          alt=""
          draggable={false}
          className="absolute inset-0 size-full scale-150 object-cover blur-2xl brightness-75"
        />
      )}
      <span className="absolute inset-0 grid place-items-center">
        <span className="grid size-11 place-items-center rounded-full bg-black/55 text-white">
          <EyeOff aria-hidden className="size-6" />
        </span>
      </span>
    </button>
  );
}
