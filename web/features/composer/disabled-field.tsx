/** Shown in place of the text field if the user cannot write, with the reason. It can be focused like the field. */
import { useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { COMPOSER_ID } from "./focus.ts";

export function DisabledField({ reason }: { readonly reason: string }) {
  const { t } = useLingui();
  const id = useId();
  return (
    <div
      id={COMPOSER_ID}
      role="group"
      tabIndex={0}
      aria-label={t`Message`}
      aria-disabled
      aria-describedby={id}
      className="flex min-h-10 min-w-0 flex-1 items-center rounded-lg px-2 py-1.5 text-sm text-soft"
    >
      <p role="status" id={id}>
        {reason}
      </p>
    </div>
  );
}
