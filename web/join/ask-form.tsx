/** Asking to be let in, how that stands, and taking it back. */
import { Trans } from "@lingui/react/macro";
import { useEffect } from "react";
import { useClient, useClientState } from "../client/context.tsx";
import { FormFault } from "../forms/form-fault.tsx";
import { useForm } from "../forms/use-form.ts";
import { Button } from "../ui/button.tsx";
import { Spinner } from "../ui/spinner.tsx";

interface AskFormProps {
  readonly invite_link: string;
  readonly chat_id: number;
  /** Whether the request waits for an answer. */
  readonly asked: boolean;
  /** Looks again how things stand. */
  readonly look: () => Promise<unknown>;
}

export function AskForm({ invite_link, chat_id, asked, look }: AskFormProps) {
  const { api } = useClient();
  const told = useClientState((state) => state.requests[chat_id]);
  const line = useClientState((state) => state.line);
  // An answer comes over the line; what came while it was broken is asked for.
  useEffect(() => {
    if (line === "open") void look();
  }, [line, told, look]);
  const form = useForm(async () => {
    await api.call(asked ? "withdrawJoinRequest" : "askToJoin", { invite_link });
    await look();
  });
  return (
    <form onSubmit={form.onSubmit} className="contents">
      <p role="status" className="text-soft">
        {asked ? (
          <Trans>Your request was sent. The chat opens here as soon as an administrator lets you in.</Trans>
        ) : told === "declined" ? (
          <Trans>Your request was declined. You can ask again.</Trans>
        ) : (
          <Trans>An administrator decides who comes in.</Trans>
        )}
      </p>
      <FormFault fault={form.fault} />
      <Button type="submit" size="large" look={asked ? "soft" : "primary"} className="mt-2 w-full">
        {form.busy && <Spinner />}
        {asked ? <Trans>Withdraw the request</Trans> : <Trans>Ask to join</Trans>}
      </Button>
    </form>
  );
}
