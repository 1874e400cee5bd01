/** Below the messages: what one writes with, or why one cannot. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { sentenceOf } from "../api/failure.ts";
import { useClient } from "../client/context.tsx";
import { useWhyNot } from "../rights/use-why-not.ts";
import type { ChatRow } from "../store/state.ts";
import { Button } from "../ui/button.tsx";
import { useNotice } from "../ui/toasts.tsx";
import { Composer } from "./composer.tsx";
import { useEndOfRestriction } from "./use-end-of-restriction.ts";

interface FootProps {
  readonly row: ChatRow;
}

export function Foot({ row }: FootProps) {
  const whyNot = useWhyNot();
  useEndOfRestriction(row);
  const { peer, can } = row;
  if (peer?.user.is_bot && peer.status !== "member")
    return <StartButton row={row} restart={peer.status === "kicked"} />;
  if (peer?.status === "kicked") return <UnblockButton row={row} />;
  const reason = can?.send_text;
  if (typeof reason === "string") {
    return (
      <p role="status" className="safe-bottom border-t border-line bg-surface px-4 py-4 text-center text-soft">
        {whyNot(reason, row)}
      </p>
    );
  }
  return <Composer key={row.chat.id} row={row} />;
}

/** Whoever blocked somebody does not write to them either, until they take it back. */
function UnblockButton({ row }: FootProps) {
  const { api, refresh } = useClient();
  const notify = useNotice();
  const [busy, setBusy] = useState(false);
  const unblock = () => {
    setBusy(true);
    api
      .call("unblockUser", { user_id: row.peer!.user.id })
      .then(refresh)
      .catch((error: unknown) => notify(sentenceOf(error)))
      .finally(() => setBusy(false));
  };
  return (
    <div className="safe-bottom border-t border-line bg-surface">
      <div className="mx-auto max-w-3xl p-3">
        <Button size="large" look="soft" className="w-full" disabled={busy} onClick={unblock}>
          <Trans>Unblock</Trans>
        </Button>
      </div>
    </div>
  );
}

interface StartButtonProps {
  readonly row: ChatRow;
  readonly restart: boolean;
}

function StartButton({ row, restart }: StartButtonProps) {
  const { t } = useLingui();
  const { chats } = useClient();
  const notify = useNotice();
  const [busy, setBusy] = useState(false);
  const start = () => {
    setBusy(true);
    chats
      .startBot(row.peer!.user.id)
      .catch((error: unknown) => notify(sentenceOf(error)))
      .finally(() => setBusy(false));
  };
  return (
    <div className="safe-bottom border-t border-line bg-surface">
      <div className="mx-auto max-w-3xl p-3">
        <Button
          size="large"
          className="w-full"
          disabled={busy}
          onClick={start}
          aria-label={restart ? undefined : t`Start the bot`}
        >
          {restart ? <Trans>Restart the bot</Trans> : <Trans>Start</Trans>}
        </Button>
      </div>
    </div>
  );
}
