/** The ways into a chat: one's own link, those made besides, and those that are closed. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useClient, useClientState } from "../client/context.tsx";
import { useNow } from "../client/now.ts";
import { isOpenLink } from "../model/links.ts";
import { useWhyNot } from "../rights/use-why-not.ts";
import { Alert } from "../ui/alert.tsx";
import { Button } from "../ui/button.tsx";
import { CopyField } from "../ui/copy.tsx";
import { useMachineNote } from "../ui/machine-note.ts";
import { Row } from "../ui/row.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { LinkDialog } from "./link-dialog.tsx";
import { LinkLine } from "./link-line.tsx";
import { Card, Hint, Panel } from "./panel.tsx";
import { useLinks, type InviteLink } from "./queries.ts";
import { useRow } from "./row-context.ts";
import { useChange } from "./use-change.ts";

export function LinksPage() {
  const { t } = useLingui();
  const row = useRow();
  const { chat, can } = row;
  const whyNot = useWhyNot();
  const refused = can?.invite_users ? whyNot(can.invite_users, row) : undefined;
  const links = useLinks(chat.id, refused === undefined);
  return (
    <Panel title={t`Invite links`} above="overview">
      {refused !== undefined ? (
        <Hint>{refused}</Hint>
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
  const note = useMachineNote(links[0]?.invite_link ?? "");
  const [making, setMaking] = useState(false);
  const primary = links.find((link) => link.is_primary && !link.is_revoked && link.creator.id === me);
  const others = links.filter((link) => link !== primary);
  const open = others.filter((link) => isOpenLink(link, now_s));
  const closed = others.filter((link) => !isOpenLink(link, now_s));
  return (
    <>
      <Primary link={primary} />
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
    <ul className="flex flex-col">
      {links.map((link) => (
        <LinkLine key={link.invite_link} link={link} />
      ))}
    </ul>
  );
}

/** The link that is the person's own in this chat: there is one at a time. */
function Primary({ link }: { readonly link: InviteLink | undefined }) {
  const { t } = useLingui();
  const { chat } = useRow();
  const { api } = useClient();
  const { busy, run } = useChange(chat.id);
  const [asking, setAsking] = useState(false);
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
          <Button look="soft" disabled={busy} onClick={() => setAsking(true)}>
            <Trans>Replace it</Trans>
          </Button>
        </>
      ) : (
        <Button disabled={busy} onClick={make}>
          <Trans>Make your link</Trans>
        </Button>
      )}
      <Alert
        open={asking}
        onClose={() => setAsking(false)}
        title={t`Replace your link?`}
        close={t`Cancel`}
        deed={{ label: t`Replace`, onDo: make }}
      >
        {t`The link until now stops working. Who came by it stays.`}
      </Alert>
    </section>
  );
}
