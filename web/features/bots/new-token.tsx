/** Replaces a bot's token after confirmation. The old token stops working at once. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { OwnBot } from "@heliogram/shared/wire.ts";
import { useState } from "react";
import type { ResultOf } from "../../core/api/api.ts";
import { useClient } from "../../core/client/context.tsx";
import { useAction } from "../forms/use-action.ts";
import { Alert } from "../../ui/overlays/alert.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { TokenPanel } from "./token-panel.tsx";
import { OWN_BOTS } from "./use-own-bots.ts";

export function NewToken({ bot }: { readonly bot: OwnBot }) {
  const { t } = useLingui();
  const { api } = useClient();
  const [confirming, setConfirming] = useState(false);
  const [made, setMade] = useState<ResultOf<"regenerateBotToken">>();
  const { busy, start } = useAction(
    async () => setMade(await api.call("regenerateBotToken", { bot_id: bot.user.id })),
    OWN_BOTS,
  );
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 flex-1 basis-60 text-soft">
        <Trans>The token was shown when it was made. If it is lost or known to others, replace it.</Trans>
      </p>
      <Button variant="soft" disabled={busy} onClick={() => setConfirming(true)}>
        <Trans>New token</Trans>
      </Button>
      <Alert
        open={confirming}
        onClose={() => setConfirming(false)}
        title={t`Make a new token?`}
        close={t`Cancel`}
        action={{ label: t`Make a new token`, onDo: () => start(undefined) }}
      >
        <Trans>The old one stops working at once, and so does a program that runs with it.</Trans>
      </Alert>
      <Dialog
        open={made !== undefined}
        onClose={() => setMade(undefined)}
        title={t`New token`}
        className="w-[min(36rem,calc(100vw-2rem))]"
      >
        {made && <TokenPanel made={made} onDone={() => setMade(undefined)} />}
      </Dialog>
    </div>
  );
}
