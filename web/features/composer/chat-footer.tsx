/** The footer of a chat: the composer, or why the user cannot write. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { usePlace } from "../../core/client/use-place.ts";
import { useSendDisabledReasons } from "../rights/use-send-disabled-reasons.ts";
import type { ChatDetails } from "../../core/store/state.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Composer } from "./composer.tsx";
import { LeftDraft } from "./left-draft.tsx";
import { IncomingFiles } from "./incoming-files.tsx";
import { useRestrictionEnd } from "./use-restriction-end.ts";
import { useErrorToast } from "../rights/use-error-message.ts";
import { useToast } from "../../ui/feedback/toasts.tsx";

interface ChatFooterProps {
  readonly row: ChatDetails;
  /** The payload from the link that opened the chat. */
  readonly start: string | undefined;
}

export function ChatFooter({ row, start }: ChatFooterProps) {
  const showToast = useToast();
  const disabledReason = useSendDisabledReasons(row).anything();
  const place = usePlace(row.chat.id);
  // An edit in progress keeps its field, with the reason there if it can no longer be saved: a channel's administrator
  // may have the right to edit without the right to post.
  const editing = useClientState((state) => state.drafts[place]?.editing !== undefined);
  useRestrictionEnd(row);
  const { peer } = row;
  if (peer?.user.is_bot && (peer.status !== "member" || start !== undefined)) {
    return <StartButton row={row} restart={peer.status === "kicked"} payload={start} />;
  }
  if (peer?.status === "kicked") return <UnblockButton row={row} />;
  if (disabledReason !== undefined && !editing) {
    return (
      <>
        <LeftDraft chat_id={row.chat.id} />
        <p role="status" className="safe-bottom border-t border-line bg-surface px-4 py-4 text-center text-soft">
          {disabledReason}
        </p>
        <IncomingFiles reason={disabledReason} onFiles={() => showToast(disabledReason)} />
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
  const showErrorToast = useErrorToast();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const start = () => {
    setBusy(true);
    chats
      .startBot(row.peer!.user.id, payload)
      // The payload in the address is used once.
      .then(() => navigate({ to: "/chat/$chatId", params: { chatId: row.chat.id }, replace: true }))
      .catch(showErrorToast)
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

/** A user who has blocked somebody cannot write to them before unblocking them. */
function UnblockButton({ row }: { readonly row: ChatDetails }) {
  const { chats } = useClient();
  const showErrorToast = useErrorToast();
  const unblock = () => {
    chats.block(row.peer!.user.id, false).catch(showErrorToast);
  };
  return (
    <div className="safe-bottom border-t border-line bg-surface">
      <div className="mx-auto max-w-3xl p-3">
        <Button variant="accent" size="large" className="w-full" onClick={unblock}>
          <Trans>Unblock</Trans>
        </Button>
      </div>
    </div>
  );
}
