/** Deletes a bot after confirmation. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { OwnBot } from "@heliogram/shared/wire.ts";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useClient } from "../../core/client/context.tsx";
import { useAction } from "../forms/use-action.ts";
import { nameOf } from "../../core/model/people/names.ts";
import { Alert } from "../../ui/overlays/alert.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { OWN_BOTS } from "./use-own-bots.ts";

export function DeleteBot({ bot }: { readonly bot: OwnBot }) {
  const { t } = useLingui();
  const { api } = useClient();
  const navigate = useNavigate();
  const [confirming, setConfirming] = useState(false);
  const name = nameOf(bot.user);
  const { busy, start } = useAction(async () => {
    await api.call("deleteBot", { bot_id: bot.user.id });
    await navigate({ to: "/settings/bots", replace: true });
  }, OWN_BOTS);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 flex-1 basis-60 text-soft">
        <Trans>It leaves its chats, its token dies and its user name becomes free. What it said stays.</Trans>
      </p>
      <Button variant="danger" disabled={busy} onClick={() => setConfirming(true)}>
        <Trans>Delete</Trans>
      </Button>
      <Alert
        open={confirming}
        onClose={() => setConfirming(false)}
        title={t`Delete ${name} for good?`}
        close={t`Cancel`}
        action={{ label: t`Delete the bot`, onDo: () => start(undefined) }}
      >
        <Trans>This cannot be undone.</Trans>
      </Alert>
    </div>
  );
}
