/** The cover over a photo or video that its sender marked as a spoiler. A click removes it. */
import { useLingui } from "@lingui/react/macro";
import { EyeOff } from "lucide-react";
import { useState, type CSSProperties, type ReactNode } from "react";
import type { Message } from "@heliogram/shared/wire.ts";
import { useTabIndex } from "../../ui/focus/tab-index.ts";

interface SpoilerCoverProps {
  readonly message: Message;
  /** The kind of the covered media. */
  readonly label: string;
  /** The address of a small version, which is shown so blurred that nothing can be recognised. */
  readonly preview: string | undefined;
  /** The size of the cover, which is that of the covered media. */
  readonly className: string;
  readonly style: CSSProperties | undefined;
  readonly children: ReactNode;
}

export function SpoilerCover({ message, label, preview, className, style, children }: SpoilerCoverProps) {
  const { t } = useLingui();
  const tabIndex = useTabIndex();
  const [open, setOpen] = useState(false);
  if (!message.has_media_spoiler || open) return children;
  return (
    <button
      type="button"
      aria-label={t`${label}, covered: show it`}
      tabIndex={tabIndex}
      onClick={({ detail, currentTarget }) => {
        // Activated by a key, the button would lose the focus when it is removed. The focus goes to its message
        // instead.
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
