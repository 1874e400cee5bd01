/** The layout of the pages that are shown before signing in: a centred card with the logo above it. */
import { useEffect, type ReactNode } from "react";
import { FormError } from "../forms/form-error.tsx";
import type { FormState } from "../forms/use-form.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Spinner } from "../../ui/feedback/spinner.tsx";
import { keepFocus } from "../../ui/focus/keep-focus.ts";
import { PageHeading } from "../../ui/layout/page-title.tsx";

interface AccountPageProps {
  readonly title: ReactNode;
  readonly subtitle: ReactNode;
  readonly children: ReactNode;
}

export function AccountPage({ title, subtitle, children }: AccountPageProps) {
  useEffect(keepFocus, []);
  return (
    <main className="h-full overflow-y-auto bg-canvas">
      <div className="grid min-h-full place-items-center p-4">
        <div className="flex w-full max-w-sm flex-col gap-6 rounded-3xl border border-line bg-surface p-8 shadow-lg shadow-shade">
          <div className="flex flex-col items-center gap-2 text-center">
            <img src="/icon.svg" alt="" className="mb-2 size-16" />
            <PageHeading takesFocus className="text-2xl font-semibold tracking-tight outline-none">
              {title}
            </PageHeading>
            <p className="text-soft">{subtitle}</p>
          </div>
          {children}
        </div>
      </div>
    </main>
  );
}

interface AccountFormProps {
  readonly form: FormState;
  /** An error that no field of the form shows. */
  readonly error: FormState["error"];
  /** The label of the submit button. */
  readonly submitLabel: ReactNode;
  readonly children: ReactNode;
  readonly onInput?: () => void;
}

/** A form with its fields, its error and the submit button. */
export function AccountForm({ form, error, submitLabel, children, onInput }: AccountFormProps) {
  return (
    <form onSubmit={form.onSubmit} onInput={onInput} className="flex flex-col gap-4">
      {children}
      <FormError error={error} />
      <Button type="submit" size="large" disabled={form.busy}>
        {form.busy && <Spinner />}
        {submitLabel}
      </Button>
    </form>
  );
}
