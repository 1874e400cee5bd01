/** A form that is sent to the service: whether it is under way, and what was wrong with it. */
import { useState, type FormEvent } from "react";
import { Refusal } from "../api/failure.ts";
import { useSentence } from "../rights/use-sentence.ts";

export interface SentForm {
  readonly busy: boolean;
  /** The refusal's name and the sentence to show. */
  readonly fault: { readonly reason: string | undefined; readonly sentence: string } | undefined;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

/** `send` gets the fields by their names. */
export function useForm(send: (fields: Readonly<Record<string, string>>) => Promise<void>): SentForm {
  const sentenceOf = useSentence();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<SentForm["fault"]>();

  async function submit(form: HTMLFormElement) {
    setBusy(true);
    setFault(undefined);
    try {
      await send(Object.fromEntries(new FormData(form)) as Record<string, string>);
    } catch (error) {
      const reason = error instanceof Refusal ? error.reason : undefined;
      setFault({ reason, sentence: sentenceOf(error) });
    } finally {
      setBusy(false);
    }
  }

  return {
    busy,
    fault,
    onSubmit(event) {
      event.preventDefault();
      void submit(event.currentTarget);
    },
  };
}
