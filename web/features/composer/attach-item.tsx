/** One file in the dialog. It can be dragged to another position, moved by buttons, or removed. */
import { Trans, useLingui } from "@lingui/react/macro";
import { ChevronDown, ChevronLeft, ChevronRight, ChevronsLeft, ChevronUp, EllipsisVertical, X } from "lucide-react";
import { useState, type CSSProperties, type DragEvent, type ReactNode } from "react";
import { IconButton } from "../../ui/buttons/button.tsx";
import { classes } from "../../ui/classes.ts";
import { IconButtonWithReason } from "../../ui/buttons/button-with-reason.tsx";
import { Menu, MenuItem } from "../../ui/overlays/menu.tsx";

/** What an item's buttons and drag handlers need. */
export interface ItemControls {
  readonly id: string;
  readonly name: string;
  readonly first: boolean;
  readonly last: boolean;
  readonly onStep: (by: 1 | -1) => void;
  readonly onToStart: () => void;
  /** Called with the id of another item that was dropped on this one. */
  readonly onDropItem: (id: string) => void;
  readonly onRemove: () => void;
}

interface AttachItemProps {
  readonly controls: ItemControls;
  /** Whether the controls are placed over the item, as on a picture. */
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
      {overlaid ? <ItemMenu controls={controls} /> : <ItemButtons controls={controls} />}
    </li>
  );
}

/** Three buttons in a line; over a picture, which may be narrow, one that opens a menu. */
function ItemButtons({ controls }: { readonly controls: ItemControls }) {
  const { t } = useLingui();
  const { name, first, last } = controls;
  return (
    <span className="flex shrink-0">
      <IconButtonWithReason
        label={t`Move ${name} forward`}
        size="small-icon"
        reason={first ? t`It is the first already.` : undefined}
        onClick={() => controls.onStep(-1)}
      >
        <ChevronUp aria-hidden className="size-4.5" />
      </IconButtonWithReason>
      <IconButtonWithReason
        label={t`Move ${name} back`}
        size="small-icon"
        reason={last ? t`It is the last already.` : undefined}
        onClick={() => controls.onStep(1)}
      >
        <ChevronDown aria-hidden className="size-4.5" />
      </IconButtonWithReason>
      <IconButton label={t`Take out ${name}`} size="small-icon" onClick={controls.onRemove}>
        <X aria-hidden className="size-4.5" />
      </IconButton>
    </span>
  );
}

function ItemMenu({ controls }: { readonly controls: ItemControls }) {
  const { t } = useLingui();
  const { name, first, last } = controls;
  const isFirst = first ? t`It is the first already.` : undefined;
  return (
    <span className="absolute end-1 top-1">
      <Menu
        label={t`What to do with ${name}`}
        align="end"
        trigger={
          <IconButton
            label={t`What to do with ${name}`}
            size="small-icon"
            className="bg-black/60 text-white hover:bg-black hover:text-white"
          >
            <EllipsisVertical aria-hidden className="size-4.5" />
          </IconButton>
        }
      >
        <MenuItem
          icon={<ChevronsLeft aria-hidden className="rtl:-scale-x-100" />}
          onSelect={controls.onToStart}
          reason={isFirst}
        >
          <Trans>Make it the first</Trans>
        </MenuItem>
        <MenuItem
          icon={<ChevronLeft aria-hidden className="rtl:-scale-x-100" />}
          onSelect={() => controls.onStep(-1)}
          reason={isFirst}
        >
          <Trans>Move it forward</Trans>
        </MenuItem>
        <MenuItem
          icon={<ChevronRight aria-hidden className="rtl:-scale-x-100" />}
          onSelect={() => controls.onStep(1)}
          reason={last ? t`It is the last already.` : undefined}
        >
          <Trans>Move it back</Trans>
        </MenuItem>
        <MenuItem icon={<X aria-hidden />} danger onSelect={controls.onRemove}>
          <Trans>Take it out</Trans>
        </MenuItem>
      </Menu>
    </span>
  );
}
