/** What was wrong with a form, read aloud when it appears. */
import type { SentForm } from "./use-form.ts";

export function FormFault({ fault }: Pick<SentForm, "fault">) {
  return (
    <div role="alert" className="empty:hidden">
      {fault && <p className="rounded-lg bg-danger-fill/12 px-3 py-2 text-sm text-danger">{fault.sentence}</p>}
    </div>
  );
}
