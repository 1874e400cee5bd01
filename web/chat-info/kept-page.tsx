/** Who is kept from writing, or out of the chat, and the way to end it. */
import { Trans, useLingui } from "@lingui/react/macro";
import { nameOf } from "../model/names.ts";
import { isAdministrator } from "../model/rights.ts";
import { useRefusalWords } from "../rights/use-refusal-words.ts";
import { ReasonedButton } from "../ui/reasoned-button.tsx";
import { MemberList } from "./member-list.tsx";
import { Card, Hint, Panel } from "./panel.tsx";
import { useMembers, type MemberView } from "./queries.ts";
import { useRow } from "./row-context.ts";
import { useMemberDeeds } from "./use-member-deeds.ts";

export function RestrictedPage() {
  const { t } = useLingui();
  return (
    <Panel title={t`Restricted members`} above="overview">
      <Kept filter="restricted" />
    </Panel>
  );
}

export function BannedPage() {
  const { t } = useLingui();
  return (
    <Panel title={t`Banned people`} above="overview">
      <Kept filter="kicked" />
    </Panel>
  );
}

function Kept({ filter }: { readonly filter: "restricted" | "kicked" }) {
  const { chat, member } = useRow();
  const words = useRefusalWords();
  const may = isAdministrator(member);
  const kept = useMembers(chat.id, filter, "", may);
  if (!may) return <Hint>{words("CANT_MANAGE")}</Hint>;
  const members = kept.data?.pages.flat() ?? [];
  const empty = filter === "kicked" ? <Trans>Nobody is banned.</Trans> : <Trans>Nobody is restricted.</Trans>;
  const unban = (each: MemberView) => <UnbanButton member={each} />;
  return (
    <Card>
      <MemberList members={members} query={kept} empty={empty} {...(filter === "kicked" ? { deed: unban } : {})} />
    </Card>
  );
}

function UnbanButton({ member }: { readonly member: MemberView }) {
  const { t } = useLingui();
  const { busy, unban, whyNot } = useMemberDeeds(member);
  const name = nameOf(member.user);
  return (
    <ReasonedButton
      look="soft"
      size="small"
      className="me-2"
      aria-label={t`Lift the ban of ${name}`}
      reason={whyNot("unban")}
      busy={busy}
      onClick={unban}
    >
      <Trans>Lift</Trans>
    </ReasonedButton>
  );
}
