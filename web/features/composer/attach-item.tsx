/** One file in the dialog. It can be dragged to another position, moved by buttons, or removed. */
import { useLingui } from "@lingui/react/macro";
import { ChevronLeft, ChevronRight, ChevronDown, ChevronUp, X } from "lucide-react";
import { useState, type CSSProperties, type DragEvent, type ReactNode } from "react";
import { IconButton } from "../../ui/buttons/button.tsx";
import { classes } from "../../ui/classes.ts";
import { IconButtonWithReason } from "../../ui/buttons/button-with-reason.tsx";

/** What an item's buttons and drag handlers need. */
export interface ItemControls {
  readonly id: string;
  readonly name: string;
  readonly first: boolean;
  readonly last: boolean;
  readonly onStep: (by: 1 | -1) => void;
  /** Called with the id of another item that was dropped on this one. */
  readonly onDropItem: (id: string) => void;
  readonly onRemove: () => void;
}

interface AttachItemProps {
  readonly controls: ItemControls;
  /** Whether the buttons are placed over the item, as on a picture. */
  readonly overlaid?: boolean;
  readonly className: string;
  readonly style?: CSSProperties;
  readonly children: ReactNode;
}

/** The drag data type that distinguishes these items from other content. */
const DRAG_TYPE = "application/x-heliogram-pick";

export function AttachItem({ controls, overlaid = false, className, style, children }: AttachItemProps) {
  const [isDropTarget, setIsDropTarget] = useState(false);
  const isPick = (event: DragEvent) => event.dataTransfer.types.includes(DRAG_TYPE);
  return (
    <li
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData(DRAG_TYPE, controls.id);
        event.dataTransfer.effectAllowed = "move";
      }}
      onDragOver={(event) => {
        if (!isPick(event)) return;
        event.preventDefault();
        setIsDropTarget(true);
      }}
      onDragLeave={() => setIsDropTarget(false)}
      onDrop={(event) => {
        setIsDropTarget(false);
        if (!isPick(event)) return;
        event.preventDefault();
        controls.onDropItem(event.dataTransfer.getData(DRAG_TYPE));
      }}
      className={classes(
        "group/item cursor-grab",
        isDropTarget && "outline-3 outline-offset-[-3px] outline-accent",
        className,
      )}
      style={style}
    >
      {children}
      <ItemButtons controls={controls} overlaid={overlaid} />
    </li>
  );
}

function ItemButtons({ controls, overlaid }: { readonly controls: ItemControls; readonly overlaid: boolean }) {
  const { t } = useLingui();
  const { name, first, last } = controls;
  const [Earlier, Later] = overlaid ? [ChevronLeft, ChevronRight] : [ChevronUp, ChevronDown];
  const className = overlaid ? "size-7 bg-black/60 text-white hover:bg-black hover:text-white" : "size-8";
  return (
    <span
      className={classes(
        "flex shrink-0",
        overlaid &&
          "absolute end-1 top-1 gap-0.5 opacity-0 transition-opacity group-focus-within/item:opacity-100 group-hover/item:opacity-100 pointer-coarse:opacity-100",
      )}
    >
      <IconButtonWithReason
        label={t`Move ${name} forward`}
        size="small-icon"
        className={className}
        reason={first ? t`It is the first already.` : undefined}
        onClick={() => controls.onStep(-1)}
      >
        <Earlier aria-hidden className={classes("size-4.5", overlaid && "rtl:-scale-x-100")} />
      </IconButtonWithReason>
      <IconButtonWithReason
        label={t`Move ${name} back`}
        size="small-icon"
        className={className}
        reason={last ? t`It is the last already.` : undefined}
        onClick={() => controls.onStep(1)}
      >
        <Later aria-hidden className={classes("size-4.5", overlaid && "rtl:-scale-x-100")} />
      </IconButtonWithReason>
      <IconButton label={t`Take out ${name}`} size="small-icon" className={className} onClick={controls.onRemove}>
        <X aria-hidden className="size-4.5" />
      </IconButton>
    </span>
  );
}
