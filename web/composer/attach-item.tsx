/** One file of the dialog: dragged to another place, moved there by buttons, or taken out. */
import { useLingui } from "@lingui/react/macro";
import { ChevronLeft, ChevronRight, ChevronDown, ChevronUp, X } from "lucide-react";
import { useState, type CSSProperties, type DragEvent, type ReactNode } from "react";
import { IconButton } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { ReasonedIcon } from "../ui/reasoned-button.tsx";

/** What an item is moved by. */
export interface Moving {
  readonly id: string;
  readonly name: string;
  readonly first: boolean;
  readonly last: boolean;
  readonly onStep: (by: 1 | -1) => void;
  /** Another one was let go upon this one. */
  readonly onTake: (id: string) => void;
  readonly onRemove: () => void;
}

interface AttachItemProps {
  readonly moving: Moving;
  /** Its buttons lie over it, as over a picture. */
  readonly over?: boolean;
  readonly className: string;
  readonly style?: CSSProperties;
  readonly children: ReactNode;
}

/** Told from whatever else is dragged about. */
const TYPE = "application/x-heliogram-pick";

export function AttachItem({ moving, over = false, className, style, children }: AttachItemProps) {
  const [aimed, setAimed] = useState(false);
  const isPick = (event: DragEvent) => event.dataTransfer.types.includes(TYPE);
  return (
    <li
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData(TYPE, moving.id);
        event.dataTransfer.effectAllowed = "move";
      }}
      onDragOver={(event) => {
        if (!isPick(event)) return;
        event.preventDefault();
        setAimed(true);
      }}
      onDragLeave={() => setAimed(false)}
      onDrop={(event) => {
        setAimed(false);
        if (!isPick(event)) return;
        event.preventDefault();
        moving.onTake(event.dataTransfer.getData(TYPE));
      }}
      className={classes(
        "group/item cursor-grab",
        aimed && "outline-3 outline-offset-[-3px] outline-accent",
        className,
      )}
      style={style}
    >
      {children}
      <Tools moving={moving} over={over} />
    </li>
  );
}

function Tools({ moving, over }: { readonly moving: Moving; readonly over: boolean }) {
  const { t } = useLingui();
  const { name, first, last } = moving;
  const [Earlier, Later] = over ? [ChevronLeft, ChevronRight] : [ChevronUp, ChevronDown];
  const look = over ? "size-7 bg-black/60 text-white hover:bg-black hover:text-white" : "size-8";
  return (
    <span
      className={classes(
        "flex shrink-0",
        over &&
          "absolute end-1 top-1 gap-0.5 opacity-0 transition-opacity group-focus-within/item:opacity-100 group-hover/item:opacity-100 pointer-coarse:opacity-100",
      )}
    >
      <ReasonedIcon
        label={t`Move ${name} forward`}
        size="small-icon"
        className={look}
        reason={first ? t`It is the first already.` : undefined}
        onClick={() => moving.onStep(-1)}
      >
        <Earlier aria-hidden className={classes("size-4.5", over && "rtl:-scale-x-100")} />
      </ReasonedIcon>
      <ReasonedIcon
        label={t`Move ${name} back`}
        size="small-icon"
        className={look}
        reason={last ? t`It is the last already.` : undefined}
        onClick={() => moving.onStep(1)}
      >
        <Later aria-hidden className={classes("size-4.5", over && "rtl:-scale-x-100")} />
      </ReasonedIcon>
      <IconButton label={t`Take out ${name}`} size="small-icon" className={look} onClick={moving.onRemove}>
        <X aria-hidden className="size-4.5" />
      </IconButton>
    </span>
  );
}
