/** Says why a control is not to be used: when pointed at, when it has the focus, when pressed, and to screen readers. */
import { Tooltip } from "@base-ui/react/tooltip";
import { useId, useState, type ReactElement } from "react";

/** What the control itself is told. */
export interface WhyNot {
  readonly "aria-disabled"?: true;
  readonly "aria-describedby"?: string;
}

interface WhyProps {
  /** Nothing where the control works. */
  readonly reason: string | undefined;
  /** The control, or an element around it. */
  readonly children: (why: WhyNot) => ReactElement;
}

const DELAY_MS = 250;

/**
 * The control stays in reach of the keyboard: what cannot be reached cannot be asked. It stays the same element when the
 * reason comes or goes, so that whoever is upon it remains there.
 */
export function Why({ reason, children }: WhyProps) {
  const id = useId();
  /** The reason that is being shown. */
  const [shown, setShown] = useState<string>();
  const refused = reason !== undefined;
  return (
    <Tooltip.Root
      disabled={!refused}
      open={refused && shown === reason}
      onOpenChange={(open) => setShown(open ? reason : undefined)}
    >
      <Tooltip.Trigger
        delay={DELAY_MS}
        closeOnClick={false}
        onClick={refused ? () => setShown(reason) : undefined}
        render={children(refused ? { "aria-disabled": true, "aria-describedby": id } : {})}
      />
      {refused && (
        <span id={id} hidden>
          {reason}
        </span>
      )}
      {refused && <Shown reason={reason} />}
    </Tooltip.Root>
  );
}

function Shown({ reason }: { readonly reason: string }) {
  return (
    <Tooltip.Portal>
      <Tooltip.Positioner sideOffset={6} collisionPadding={12} className="z-[70]">
        <Tooltip.Popup
          aria-hidden
          className="max-w-[min(18rem,var(--available-width))] rounded-lg bg-notice px-3 py-2 text-sm text-white shadow-xl transition-opacity data-[ending-style]:opacity-0 data-[starting-style]:opacity-0"
        >
          {reason}
        </Tooltip.Popup>
      </Tooltip.Positioner>
    </Tooltip.Portal>
  );
}
