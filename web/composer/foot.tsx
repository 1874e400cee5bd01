/** Below the messages: what one writes with, or why one cannot. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useClient, useClientState } from "../client/context.tsx";
import { useWhyNotSend } from "../rights/use-why-not-send.ts";
import type { ChatDetails } from "../store/state.ts";
import { Button } from "../ui/button.tsx";
import { Composer } from "./composer.tsx";
import { IncomingFiles } from "./incoming-files.tsx";
import { useEndOfRestriction } from "./use-end-of-restriction.ts";
import { useComplain } from "../rights/use-sentence.ts";
import { useNotice } from "../ui/toasts.tsx";

interface FootProps {
  readonly row: ChatDetails;
  /** What a link has the bot be told. */
  readonly start: string | undefined;
}

export function Foot({ row, start }: FootProps) {
  const notify = useNotice();
  const silenced = useWhyNotSend(row).anything();
  // What was begun to be changed has its field, or its reason there: a channel's editor need not be one who posts.
  const editing = useClientState((state) => state.drafts[row.chat.id]?.editing !== undefined);
  useEndOfRestriction(row);
  const { peer } = row;
  if (peer?.user.is_bot && (peer.status !== "member" || start !== undefined)) {
    return <StartButton row={row} restart={peer.status === "kicked"} payload={start} />;
  }
  if (peer?.status === "kicked") return <UnblockButton row={row} />;
  if (silenced !== undefined && !editing) {
    return (
      <>
        <p role="status" className="safe-bottom border-t border-line bg-surface px-4 py-4 text-center text-soft">
          {silenced}
        </p>
        <IncomingFiles reason={silenced} onFiles={() => notify(silenced)} />
      </>
    );
  }
  return <Composer key={row.chat.id} row={row} />;
}

interface StartButtonProps {
  readonly row: ChatDetails;
  readonly restart: boolean;
  readonly payload: string | undefined;
}

function StartButton({ row, restart, payload }: StartButtonProps) {
  const { t } = useLingui();
  const { chats } = useClient();
  const complain = useComplain();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const start = () => {
    setBusy(true);
    chats
      .startBot(row.peer!.user.id, payload)
      // Started once, the link has done what it is for.
      .then(() => navigate({ to: "/chat/$chatId", params: { chatId: row.chat.id }, replace: true }))
      .catch(complain)
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

/** Whoever blocked somebody does not write to them either, until they take it back. */
function UnblockButton({ row }: { readonly row: ChatDetails }) {
  const { chats } = useClient();
  const complain = useComplain();
  const unblock = () => {
    chats.block(row.peer!.user.id, false).catch(complain);
  };
  return (
    <div className="safe-bottom border-t border-line bg-surface">
      <div className="mx-auto max-w-3xl p-3">
        <Button look="accent" size="large" className="w-full" onClick={unblock}>
          <Trans>Unblock</Trans>
        </Button>
      </div>
    </div>
  );
}
