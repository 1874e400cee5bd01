/** Deletes a bot, after a question. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { OwnBot } from "@heliogram/shared/wire.ts";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useClient } from "../client/context.tsx";
import { useDeed } from "../forms/use-deed.ts";
import { nameOf } from "../model/names.ts";
import { Alert } from "../ui/alert.tsx";
import { Button } from "../ui/button.tsx";
import { OWN_BOTS } from "./use-own-bots.ts";

export function EndOfBot({ bot }: { readonly bot: OwnBot }) {
  const { t } = useLingui();
  const { api } = useClient();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const name = nameOf(bot.user);
  const { busy, start } = useDeed(async () => {
    await api.call("deleteBot", { bot_id: bot.user.id });
    await navigate({ to: "/settings/bots", replace: true });
  }, OWN_BOTS);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 flex-1 basis-60 text-soft">
        <Trans>It leaves its chats, its token dies and its user name becomes free. What it said stays.</Trans>
      </p>
      <Button look="danger" disabled={busy} onClick={() => setAsking(true)}>
        <Trans>Delete</Trans>
      </Button>
      <Alert
        open={asking}
        onClose={() => setAsking(false)}
        title={t`Delete ${name} for good?`}
        close={t`Cancel`}
        deed={{ label: t`Delete the bot`, onDo: () => start(undefined) }}
      >
        <Trans>This cannot be undone.</Trans>
      </Alert>
    </div>
  );
}
