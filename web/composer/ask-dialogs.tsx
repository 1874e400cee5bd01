/** What a bot's keyboard asks a person for: their number, or where they are. Nothing is sent before they say so. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useClient } from "../client/context.tsx";
import { titleOf } from "../model/names.ts";
import { PlaceFault } from "../ports/place.ts";
import { useSentence } from "../rights/use-sentence.ts";
import type { ChatDetails } from "../store/state.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Spinner } from "../ui/spinner.tsx";

export interface Question {
  readonly kind: "contact" | "location";
  /** The message whose keyboard asks. */
  readonly message_id: number;
}

interface AskDialogProps {
  readonly row: ChatDetails;
  readonly question: Question | undefined;
  readonly onClose: () => void;
  /** It was sent. */
  readonly onSent: () => void;
}

export function AskDialog({ row, question, onClose, onSent }: AskDialogProps) {
  const { t } = useLingui();
  const title = question?.kind === "location" ? t`Send where you are` : t`Send your phone number`;
  return (
    <Dialog open={question !== undefined} onClose={onClose} title={title}>
      {question && <AskForm row={row} question={question} onClose={onClose} onSent={onSent} />}
    </Dialog>
  );
}

function AskForm({ row, question, onClose, onSent }: AskDialogProps & { readonly question: Question }) {
  const { chat } = row;
  const name = titleOf(chat);
  const { sentence, busy, submit } = useSending(chat.id, question, onSent);
  return (
    <form onSubmit={submit} className="flex flex-col gap-4 px-5 pb-5">
      {question.kind === "contact" ? (
        <NumberField name={name} />
      ) : (
        <p className="text-soft">
          <Trans>
            <bdi>{name}</bdi> asks where you are. Your browser tells your place once you send it.
          </Trans>
        </p>
      )}
      {sentence !== undefined && (
        <p role="alert" className="text-danger">
          {sentence}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button look="plain" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" disabled={busy}>
          {busy && <Spinner />}
          {question.kind === "contact" ? <Trans>Send the number</Trans> : <Trans>Send the place</Trans>}
        </Button>
      </div>
    </form>
  );
}

function NumberField({ name }: { readonly name: string }) {
  const { t } = useLingui();
  return (
    <>
      <p className="text-soft">
        <Trans>
          <bdi>{name}</bdi> asks for your phone number. It gets your name with it.
        </Trans>
      </p>
      <Field
        label={t`Phone number`}
        name="phone_number"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        pattern="[+]?[\d .\/\(\)\-]{3,32}"
        title={t`Digits, with a plus sign before the country`}
        dir="ltr"
        required
        autoFocus
      />
    </>
  );
}

function useSending(chat_id: number, { kind, message_id }: Question, onSent: () => void) {
  const { messages, ports } = useClient();
  const whyNoPlace = useWhyNoPlace();
  const sentenceOf = useSentence();
  const [busy, setBusy] = useState(false);
  const [sentence, setSentence] = useState<string>();
  const send = async (number: string) => {
    if (kind === "contact") await messages.sendOwnContact(chat_id, number, message_id);
    else await messages.sendLocation(chat_id, await ports.findPlace(), message_id);
  };
  const submit = (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const number = new FormData(event.currentTarget).get("phone_number");
    setBusy(true);
    setSentence(undefined);
    send(typeof number === "string" ? number.trim() : "").then(onSent, (error: unknown) => {
      setBusy(false);
      setSentence(error instanceof PlaceFault ? whyNoPlace(error.kind) : sentenceOf(error));
    });
  };
  return { sentence, busy, submit };
}

function useWhyNoPlace(): (kind: PlaceFault["kind"]) => string {
  const { t } = useLingui();
  return (kind) => {
    switch (kind) {
      case "insecure":
        return t`Browsers tell the place only to pages with https.`;
      case "refused":
        return t`The browser does not tell this page where you are. Allow it in the browser's settings.`;
      case "missing":
        return t`This device could not find out where it is.`;
    }
  };
}
