/** The frame of the pages before the chats: a card in the middle, the service's sign above it. */
import type { ReactNode } from "react";
import { FormFault } from "../forms/form-fault.tsx";
import type { SentForm } from "../forms/use-form.ts";
import { Button } from "../ui/button.tsx";
import { Spinner } from "../ui/spinner.tsx";

interface AccountPageProps {
  readonly title: ReactNode;
  readonly subtitle: ReactNode;
  readonly children: ReactNode;
}

export function AccountPage({ title, subtitle, children }: AccountPageProps) {
  return (
    <main className="h-full overflow-y-auto bg-canvas">
      <div className="grid min-h-full place-items-center p-4">
        <div className="flex w-full max-w-sm flex-col gap-6 rounded-3xl border border-line bg-surface p-8 shadow-lg shadow-shade">
          <div className="flex flex-col items-center gap-2 text-center">
            <img src="/icon.svg" alt="" className="mb-2 size-16" />
            <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
            <p className="text-soft">{subtitle}</p>
          </div>
          {children}
        </div>
      </div>
    </main>
  );
}

interface AccountFormProps {
  readonly form: SentForm;
  /** What was wrong, where no field of the form says so. */
  readonly fault: SentForm["fault"];
  /** The words on the button that sends it. */
  readonly submit: ReactNode;
  readonly children: ReactNode;
  readonly onInput?: () => void;
}

/** Fields below one another, what was wrong with them, and the button. */
export function AccountForm({ form, fault, submit, children, onInput }: AccountFormProps) {
  return (
    <form onSubmit={form.onSubmit} onInput={onInput} className="flex flex-col gap-4">
      {children}
      <FormFault fault={fault} />
      <Button type="submit" size="large" disabled={form.busy}>
        {form.busy && <Spinner />}
        {submit}
      </Button>
    </form>
  );
}
