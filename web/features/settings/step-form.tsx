/** The form of a step that is open in place of a section's list or overview. */
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Button } from "../../ui/buttons/button.tsx";
import { FormError } from "../forms/form-error.tsx";
import type { FormState } from "../forms/use-form.ts";

interface StepFormProps {
  readonly form: FormState;
  /** Of the submit button. */
  readonly label: string;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

export function StepForm({ form, label, onCancel, children }: StepFormProps) {
  return (
    <form onSubmit={form.onSubmit} className="flex flex-col gap-4">
      {children}
      <FormError error={form.error} />
      <div className="flex justify-end gap-2">
        <Button variant="plain" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" disabled={form.busy}>
          {label}
        </Button>
      </div>
    </form>
  );
}
