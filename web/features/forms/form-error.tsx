/** The error of a form. Screen readers announce it when it appears. */
import type { FormState } from "./use-form.ts";

export function FormError({ error }: Pick<FormState, "error">) {
  return (
    <div role="alert" className="empty:hidden">
      {error && <p className="rounded-lg bg-danger-fill/12 px-3 py-2 text-sm text-danger">{error.message}</p>}
    </div>
  );
}
