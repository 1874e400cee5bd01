/**
 * The dialog in which the user confirms that a bot gets their phone number or location, after they pressed a button of
 * the bot's reply keyboard.
 */
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useClient } from "../../core/client/context.tsx";
import { titleOf } from "../../core/model/people/names.ts";
import { useErrorMessage } from "../rights/use-error-message.ts";
import type { ChatDetails } from "../../core/store/state.ts";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { SharingForm } from "./sharing-form.tsx";

export interface KeyboardRequest {
  readonly kind: "contact" | "location";
  /** The message whose keyboard the button belongs to. */
  readonly message_id: number;
}

interface ShareDialogProps {
  readonly row: ChatDetails;
  readonly request: KeyboardRequest | undefined;
  readonly onClose: () => void;
  /** Called after the message was sent. */
  readonly onSent: () => void;
}

export function ShareDialog({ row, request, onClose, onSent }: ShareDialogProps) {
  const { t } = useLingui();
  const title = request?.kind === "location" ? t`Send where you are` : t`Send your phone number`;
  return (
    <Dialog open={request !== undefined} onClose={onClose} title={title}>
      {request && <ShareForm row={row} request={request} onClose={onClose} onSent={onSent} />}
    </Dialog>
  );
}

function ShareForm({ row, request, onClose, onSent }: ShareDialogProps & { readonly request: KeyboardRequest }) {
  const { chat } = row;
  const name = titleOf(chat);
  const { sentence: errorMessage, busy, submit } = useShare(chat.id, request, onSent);
  return (
    <SharingForm
      onSubmit={submit}
      onClose={onClose}
      busy={busy}
      error={errorMessage}
      send={request.kind === "contact" ? <Trans>Send the number</Trans> : <Trans>Send the place</Trans>}
    >
      {request.kind === "contact" ? (
        <NumberField name={name} />
      ) : (
        <p className="text-soft">
          <Trans>
            <bdi>{name}</bdi> asks where you are. Your browser tells your place once you send it.
          </Trans>
        </p>
      )}
    </SharingForm>
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
      <TextField
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

function useShare(chat_id: number, { kind, message_id }: KeyboardRequest, onSent: () => void) {
  const { messages, locations } = useClient();
  const messageOf = useErrorMessage();
  const [busy, setBusy] = useState(false);
  const [errorMessage, setErrorMessage] = useState<string>();
  const send = async (number: string) => {
    if (kind === "contact") await messages.sendOwnContact(chat_id, number, message_id);
    else await locations.sendLocation(chat_id, { reply_parameters: { message_id, allow_sending_without_reply: true } });
  };
  const submit = (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const number = new FormData(event.currentTarget).get("phone_number");
    setBusy(true);
    setErrorMessage(undefined);
    send(typeof number === "string" ? number.trim() : "").then(onSent, (error: unknown) => {
      setBusy(false);
      setErrorMessage(messageOf(error));
    });
  };
  return { sentence: errorMessage, busy, submit };
}
