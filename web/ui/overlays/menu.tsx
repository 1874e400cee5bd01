/** A menu, opened by a button or at the pointer. */
import { Menu as Base } from "@base-ui/react/menu";
import { useId, useState, type ComponentProps, type ReactElement, type ReactNode } from "react";
import { classes } from "../classes.ts";
import { focusMenu } from "../focus/initial-focus.ts";
import { useCloseOnBack } from "./use-close-on-back.ts";

/** The element or point that a menu is positioned at. */
export type MenuAnchor = NonNullable<ComponentProps<typeof Base.Positioner>["anchor"]>;

interface MenuProps {
  readonly children: ReactNode;
  readonly label: string;
  readonly trigger?: ReactElement;
  /** Whether it is open when it is first rendered. */
  readonly startsOpen?: boolean;
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
  readonly anchor?: MenuAnchor;
  readonly align?: "start" | "end";
}

export function Menu({
  children,
  label,
  trigger,
  startsOpen = false,
  open,
  onOpenChange,
  anchor,
  align = "start",
}: MenuProps) {
  const [opened, setOpened] = useState(startsOpen);
  const isOpen = open ?? opened;
  const change = onOpenChange ?? setOpened;
  useCloseOnBack(isOpen, () => change(false));
  return (
    <Base.Root open={isOpen} onOpenChange={change}>
      {trigger && <Base.Trigger render={trigger} />}
      <Base.Portal>
        <Base.Positioner
          role="region"
          aria-label={label}
          align={align}
          sideOffset={4}
          className="z-50 outline-none"
          {...(anchor ? { anchor } : {})}
        >
          <Base.Popup
            ref={focusMenu}
            aria-label={label}
            className="max-h-(--available-height) min-w-44 max-w-(--available-width) origin-(--transform-origin) overflow-y-auto rounded-xl border border-line bg-raised p-1 shadow-xl outline-none transition-[transform,opacity] data-[ending-style]:scale-95 data-[starting-style]:scale-95 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0"
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

interface MenuItemProps {
  readonly icon: ReactNode;
  readonly children: ReactNode;
  readonly onSelect: () => void;
  readonly danger?: boolean;
  /** Why the item is disabled, shown below its label. */
  readonly reason?: string | undefined;
}

const ITEM =
  "flex min-h-9 cursor-default select-none items-center gap-3 rounded-lg px-3 outline-offset-[-2px] data-[highlighted]:bg-hover [&_svg]:size-4.5 [&_svg]:shrink-0";

export function MenuItem({ icon, children, onSelect, danger = false, reason }: MenuItemProps) {
  const id = useId();
  if (reason !== undefined) {
    return (
      <Base.Item
        aria-disabled
        aria-describedby={id}
        closeOnClick={false}
        className={classes(ITEM, "max-w-72 items-start py-2 text-soft")}
      >
        {icon}
        <span>
          {children}
          <span id={id} className="mt-0.5 block text-sm">
            {reason}
          </span>
        </span>
      </Base.Item>
    );
  }
  return (
    <Base.Item onClick={onSelect} className={classes(ITEM, danger ? "text-danger" : "[&_svg]:text-soft")}>
      {icon}
      {children}
    </Base.Item>
  );
}
