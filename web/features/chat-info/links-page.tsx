/** The invite links of a chat: the user's primary link, further links, and revoked or expired ones. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { useNow } from "../../core/client/use-now.ts";
import { isOpenLink } from "../../core/model/chats/invite-links.ts";
import { useDisabledReason } from "../rights/use-disabled-reason.ts";
import { Alert } from "../../ui/overlays/alert.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { CopyField } from "../../ui/clipboard/copy-field.tsx";
import { useLocalAddressHint } from "../../ui/clipboard/local-address-hint.ts";
import { Row } from "../../ui/layout/row.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { arrowList } from "../../ui/focus/arrow-list.ts";
import { LinkDialog } from "./link-dialog.tsx";
import { LinkLine } from "./link-line.tsx";
import { Card, Hint, Panel } from "./panel.tsx";
import { useLinks, type InviteLink } from "./queries.ts";
import { useChatRow } from "./chat-row-context.ts";
import { useChatAction } from "./use-chat-action.ts";

export function LinksPage() {
  const { t } = useLingui();
  const row = useChatRow();
  const { chat, can } = row;
  const disabledReason = useDisabledReason();
  const refusal = can?.invite_users ? disabledReason(can.invite_users, row) : undefined;
  const links = useLinks(chat.id, refusal === undefined);
  return (
    <Panel title={t`Invite links`} parent="overview">
      {refusal !== undefined ? (
        <Hint>{refusal}</Hint>
      ) : links.data ? (
        <Links links={links.data} />
      ) : (
        <Skeleton className="h-40 rounded-2xl" />
      )}
    </Panel>
  );
}

function Links({ links }: { readonly links: readonly InviteLink[] }) {
  const me = useClientState((state) => state.me?.user.id);
  const now_s = useNow() / 1000;
  const note = useLocalAddressHint(links[0]?.invite_link ?? "");
  const [making, setMaking] = useState(false);
  const primary = links.find((link) => link.is_primary && !link.is_revoked && link.creator.id === me);
  const others = links.filter((link) => link !== primary);
  const open = others.filter((link) => isOpenLink(link, now_s));
  const closed = others.filter((link) => !isOpenLink(link, now_s));
  return (
    <>
      <OwnLink link={primary} />
      {!primary && note !== undefined && <Hint>{note}</Hint>}
      <Card
        title={<Trans>More links</Trans>}
        note={<Trans>For an occasion: with a name, an end, or for a number of people.</Trans>}
      >
        <Row icon={<Plus aria-hidden />} onSelect={() => setMaking(true)}>
          <Trans>Make a link</Trans>
        </Row>
        <LinkLines links={open} />
      </Card>
      {closed.length > 0 && (
        <Card title={<Trans>Closed links</Trans>}>
          <LinkLines links={closed} />
        </Card>
      )}
      <LinkDialog open={making} onClose={() => setMaking(false)} />
    </>
  );
}

function LinkLines({ links }: { readonly links: readonly InviteLink[] }) {
  if (links.length === 0) return null;
  return (
    <ul ref={arrowList} className="flex flex-col">
      {links.map((link) => (
        <LinkLine key={link.invite_link} link={link} />
      ))}
    </ul>
  );
}

/** The user's primary link in this chat. There is one at a time. */
function OwnLink({ link }: { readonly link: InviteLink | undefined }) {
  const { t } = useLingui();
  const { chat } = useChatRow();
  const { api } = useClient();
  const { busy, run } = useChatAction(chat.id);
  const [confirming, setConfirming] = useState(false);
  const make = () => void run(() => api.call("exportChatInviteLink", { chat_id: chat.id }));
  return (
    <section className="flex flex-col gap-3 rounded-2xl bg-surface p-5">
      <h2 className="text-sm font-semibold text-accent">
        <Trans>Your link</Trans>
      </h2>
      <p className="text-sm text-soft">
        <Trans>Whoever has it can come into the chat.</Trans>
      </p>
      {link ? (
        <>
          <CopyField label={t`Address`} text={link.invite_link} />
          <Button variant="soft" disabled={busy} onClick={() => setConfirming(true)}>
            <Trans>Replace it</Trans>
          </Button>
        </>
      ) : (
        <Button disabled={busy} onClick={make}>
          <Trans>Make your link</Trans>
        </Button>
      )}
      <Alert
        open={confirming}
        onClose={() => setConfirming(false)}
        title={t`Replace your link?`}
        close={t`Cancel`}
        action={{ label: t`Replace`, onDo: make }}
      >
        {t`The link until now stops working. Who came by it stays.`}
      </Alert>
    </section>
  );
}
