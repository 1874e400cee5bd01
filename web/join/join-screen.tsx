/** Behind an invite link: whoever confirms it is in the chat. */
import { Trans } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { Users } from "lucide-react";
import { FormFault } from "../forms/form-fault.tsx";
import { useForm } from "../forms/use-form.ts";
import { useClient } from "../client/context.tsx";
import { Button } from "../ui/button.tsx";
import { Spinner } from "../ui/spinner.tsx";

export function JoinScreen({ code }: { readonly code: string }) {
  const { chats } = useClient();
  const navigate = useNavigate();
  const form = useForm(async () => {
    const chatId = await chats.joinChat({ invite_link: code });
    await navigate({ to: "/chat/$chatId", params: { chatId }, replace: true });
  });
  return (
    <div className="grid h-full place-items-center bg-canvas p-6">
      <form
        onSubmit={form.onSubmit}
        className="flex w-full max-w-80 flex-col items-center gap-4 rounded-3xl bg-surface p-8 text-center shadow-lg shadow-shade"
      >
        <span className="grid size-16 place-items-center rounded-full bg-selected text-accent">
          <Users aria-hidden className="size-8" />
        </span>
        <h1 className="text-lg font-semibold">
          <Trans>You are invited to a chat</Trans>
        </h1>
        <FormFault fault={form.fault} />
        <Button type="submit" size="large" className="w-full" disabled={form.busy}>
          {form.busy && <Spinner />}
          <Trans>Join</Trans>
        </Button>
      </form>
    </div>
  );
}
