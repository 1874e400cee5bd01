/** One invite link in the list: its name, its use, and a button for revoking it. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useClient } from "../../core/client/context.tsx";
import { useNow } from "../../core/client/use-now.ts";
import { useFormat } from "../../i18n/format.ts";
import { Time } from "../../i18n/time.tsx";
import { isOpenLink } from "../../core/model/chats/invite-links.ts";
import { closed, nameOf } from "../../core/model/people/names.ts";
import { Alert } from "../../ui/overlays/alert.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { CopyButton } from "../../ui/clipboard/copy-field.tsx";
import type { InviteLink } from "./queries.ts";
import { useChatRow } from "./chat-row-context.ts";
import { useChatAction } from "./use-chat-action.ts";

export function LinkLine({ link }: { readonly link: InviteLink }) {
  const { t } = useLingui();
  const now_s = useNow() / 1000;
  const [confirming, setConfirming] = useState(false);
  const { chat } = useChatRow();
  const { api } = useClient();
  const { busy, run } = useChatAction(chat.id);
  const isOpen = isOpenLink(link, now_s);
  const { invite_link } = link;
  const code = invite_link.split("/").at(-1) ?? "";
  const name = closed(link.name ?? code);
  const revoke = () => void run(() => api.call("revokeChatInviteLink", { chat_id: chat.id, invite_link }));
  return (
    <li className="flex flex-wrap items-center gap-2 rounded-xl px-3 py-2">
      <div className="min-w-0 flex-1 basis-56">
        <p className="truncate font-medium" dir="auto">
          {name}
        </p>
        <p className="text-sm text-soft">
          <LinkStatus link={link} />
        </p>
      </div>
      {isOpen && (
        <div className="ms-auto flex gap-2">
          <CopyButton text={invite_link} className="min-h-8 px-3 py-1 text-sm" />
          <Button
            variant="plain"
            size="small"
            className="text-danger"
            disabled={busy}
            aria-label={t`Close it: ${name}`}
            onClick={() => setConfirming(true)}
          >
            <Trans>Close it</Trans>
          </Button>
        </div>
      )}
      <Alert
        open={confirming}
        onClose={() => setConfirming(false)}
        title={t`Close the link ${name}?`}
        close={t`Cancel`}
        action={{ label: t`Close the link`, onDo: revoke }}
      >
        {t`It stops working for good. Who came by it stays.`}
      </Alert>
    </li>
  );
}

function LinkStatus({ link }: { readonly link: InviteLink }) {
  const format = useFormat();
  const { uses, member_limit, expire_date, creator, is_revoked, creates_join_request } = link;
  const waiting = link.pending_join_request_count ?? 0;
  const who = nameOf(creator);
  const end = expire_date === undefined ? undefined : <Time value={format.moment(expire_date)} />;
  const limit = member_limit === undefined ? undefined : format.count(member_limit);
  const used = format.count(uses);
  return (
    <>
      {limit === undefined ? (
        <Plural
          value={uses}

          one="# person has come by it"
          other="# people have come by it"
        />
      ) : (
        <Trans>
          {used} of {limit} have come by it
        </Trans>
      )}
      {creates_join_request && (
        <>
          {" · "}
          <Trans>asks before joining</Trans>
        </>
      )}
      {waiting > 0 && (
        <>
          {" · "}
          <Plural value={waiting} one="# waits" other="# wait" />
        </>
      )}
      {end !== undefined && (
        <>
          {" · "}
          <Trans>until {end}</Trans>
        </>
      )}
      {is_revoked && (
        <>
          {" · "}
          <Trans>closed</Trans>
        </>
      )}
      {" · "}
      <Trans>by {who}</Trans>
    </>
  );
}
