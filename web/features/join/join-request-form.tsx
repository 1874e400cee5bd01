/** Sends or withdraws a join request, and shows its state. */
import { Trans } from "@lingui/react/macro";
import { useEffect } from "react";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { FormError } from "../forms/form-error.tsx";
import { useForm } from "../forms/use-form.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Spinner } from "../../ui/feedback/spinner.tsx";

interface JoinRequestFormProps {
  readonly invite_link: string;
  readonly chat_id: number;
  /** Whether a request is waiting for an answer. */
  readonly isPending: boolean;
  /** Reads the state of the request again. */
  readonly refetch: () => Promise<unknown>;
}

export function JoinRequestForm({ invite_link, chat_id, isPending, refetch }: JoinRequestFormProps) {
  const { api } = useClient();
  const answer = useClientState((state) => state.join_requests[chat_id]);
  const line = useClientState((state) => state.connection);
  // The answer arrives over the socket. After a break of the connection the state is read again.
  useEffect(() => {
    if (line === "open") void refetch();
  }, [line, answer, refetch]);
  const form = useForm(async () => {
    await api.call(isPending ? "withdrawJoinRequest" : "askToJoin", { invite_link });
    await refetch();
  });
  return (
    <form onSubmit={form.onSubmit} className="contents">
      <p role="status" className="text-soft">
        {isPending ? (
          <Trans>Your request was sent. The chat opens here as soon as an administrator lets you in.</Trans>
        ) : answer === "declined" ? (
          <Trans>Your request was declined. You can ask again.</Trans>
        ) : (
          <Trans>An administrator decides who comes in.</Trans>
        )}
      </p>
      <FormError error={form.error} />
      <Button type="submit" size="large" variant={isPending ? "soft" : "primary"} className="mt-2 w-full">
        {form.busy && <Spinner />}
        {isPending ? <Trans>Withdraw the request</Trans> : <Trans>Ask to join</Trans>}
      </Button>
    </form>
  );
}
