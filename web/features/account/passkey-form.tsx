/** The button that asks the browser for a passkey: a form of its own, so that its error stands at it. */
import { KeyRound } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Button } from "../../ui/buttons/button.tsx";
import { FormError } from "../forms/form-error.tsx";
import type { FormState } from "../forms/use-form.ts";

interface PasskeyFormProps extends Pick<ComponentProps<typeof Button>, "variant" | "autoFocus"> {
  readonly form: FormState;
  readonly children: ReactNode;
}

export function PasskeyForm({ form, children, ...look }: PasskeyFormProps) {
  return (
    <form onSubmit={form.onSubmit} className="flex flex-col gap-2">
      <Button type="submit" size="large" disabled={form.busy} {...look}>
        <KeyRound aria-hidden className="size-4.5 shrink-0" />
        {children}
      </Button>
      <FormError error={form.error} />
    </form>
  );
}
