/** Shows why a control is disabled: on hover, on focus, on click, and to screen readers. */
import { Tooltip } from "@base-ui/react/tooltip";
import { useId, useState, type ReactElement } from "react";

/** The attributes of the disabled control. */
export interface DisabledAttributes {
  readonly "aria-disabled"?: true;
  readonly "aria-describedby"?: string;
}

interface DisabledReasonProps {
  /** `undefined` if the control is enabled. */
  readonly reason: string | undefined;
  /** The control, or an element around it. */
  readonly children: (disabledAttributes: DisabledAttributes) => ReactElement;
}

const DELAY_MS = 250;

/**
 * The control stays focusable (`aria-disabled`), so that its reason can be read with the keyboard. It stays the same
 * element when the reason appears or disappears, so that it keeps the focus.
 */
export function DisabledReason({ reason, children }: DisabledReasonProps) {
  const id = useId();
  /** The reason that is being shown. */
  const [shown, setShown] = useState<string>();
  const isDisabled = reason !== undefined;
  return (
    <Tooltip.Root
      disabled={!isDisabled}
      open={isDisabled && shown === reason}
      onOpenChange={(open) => setShown(open ? reason : undefined)}
    >
      <Tooltip.Trigger
        delay={DELAY_MS}
        closeOnClick={false}
        onClick={isDisabled ? () => setShown(reason) : undefined}
        render={children(isDisabled ? { "aria-disabled": true, "aria-describedby": id } : {})}
      />
      {isDisabled && (
        <span id={id} hidden>
          {reason}
        </span>
      )}
      {isDisabled && <ReasonTooltip reason={reason} />}
    </Tooltip.Root>
  );
}

function ReasonTooltip({ reason }: { readonly reason: string }) {
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
