/** Submits a form to the service, and keeps whether it is being submitted and its error. */
import { useState, type FormEvent } from "react";
import { ApiError } from "../../core/api/errors.ts";
import { useErrorMessage } from "../rights/use-error-message.ts";

export interface FormState {
  readonly busy: boolean;
  /** The name of the refusal, if the service gave one, and the message to show. */
  readonly error: { readonly reason: string | undefined; readonly message: string } | undefined;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

/** `send` gets the values of the fields by their names. */
export function useForm(send: (fields: Readonly<Record<string, string>>) => Promise<void>): FormState {
  const errorMessage = useErrorMessage();
  const [busy, setBusy] = useState(false);
  const [formError, setFormError] = useState<FormState["error"]>();

  async function submit(form: HTMLFormElement) {
    setBusy(true);
    setFormError(undefined);
    try {
      await send(Object.fromEntries(new FormData(form)) as Record<string, string>);
    } catch (error) {
      const reason = error instanceof ApiError ? error.reason : undefined;
      setFormError({ reason, message: errorMessage(error) });
    } finally {
      setBusy(false);
    }
  }

  return {
    busy,
    error: formError,
    onSubmit(event) {
      event.preventDefault();
      void submit(event.currentTarget);
    },
  };
}
