/** Replaces a bot's token, after a question: the old one dies at once. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { OwnBot } from "@heliogram/shared/wire.ts";
import { useState } from "react";
import type { ResultOf } from "../api/call.ts";
import { useClient } from "../client/context.tsx";
import { useDeed } from "../forms/use-deed.ts";
import { Alert } from "../ui/alert.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TokenPanel } from "./token-panel.tsx";
import { OWN_BOTS } from "./use-own-bots.ts";

export function NewToken({ bot }: { readonly bot: OwnBot }) {
  const { t } = useLingui();
  const { api } = useClient();
  const [asking, setAsking] = useState(false);
  const [made, setMade] = useState<ResultOf<"regenerateBotToken">>();
  const { busy, start } = useDeed(
    async () => setMade(await api.call("regenerateBotToken", { bot_id: bot.user.id })),
    OWN_BOTS,
  );
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 flex-1 basis-60 text-soft">
        <Trans>The token was shown when it was made. If it is lost or known to others, replace it.</Trans>
      </p>
      <Button look="soft" disabled={busy} onClick={() => setAsking(true)}>
        <Trans>New token</Trans>
      </Button>
      <Alert
        open={asking}
        onClose={() => setAsking(false)}
        title={t`Make a new token?`}
        close={t`Cancel`}
        deed={{ label: t`Make a new token`, onDo: () => start(undefined) }}
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
