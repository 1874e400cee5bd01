/** The lists of restricted members and of banned people. */
import { Trans, useLingui } from "@lingui/react/macro";
import { nameOf } from "../../core/model/people/names.ts";
import { isAdministrator } from "../../core/model/rights/administrator-rights.ts";
import { useRightsRefusalText } from "../rights/use-rights-refusal-text.ts";
import { ButtonWithReason } from "../../ui/buttons/button-with-reason.tsx";
import { MemberList } from "./member-list.tsx";
import { Card, Hint, Panel } from "./panel.tsx";
import { useMembers, type MemberView } from "./queries.ts";
import { useChatRow } from "./chat-row-context.ts";
import { useMemberActions } from "./use-member-actions.ts";

export function RestrictedPage() {
  const { t } = useLingui();
  return (
    <Panel title={t`Restricted members`} parent="overview">
      <RestrictedMembers filter="restricted" />
    </Panel>
  );
}

export function BannedPage() {
  const { t } = useLingui();
  return (
    <Panel title={t`Banned people`} parent="overview">
      <RestrictedMembers filter="kicked" />
    </Panel>
  );
}

function RestrictedMembers({ filter }: { readonly filter: "restricted" | "kicked" }) {
  const { chat, member } = useChatRow();
  const refusalText = useRightsRefusalText();
  const isAllowed = isAdministrator(member);
  const restricted = useMembers(chat.id, filter, "", isAllowed);
  if (!isAllowed) return <Hint>{refusalText("CANT_MANAGE")}</Hint>;
  const members = restricted.data?.pages.flat() ?? [];
  const empty = filter === "kicked" ? <Trans>Nobody is banned.</Trans> : <Trans>Nobody is restricted.</Trans>;
  const unban = (each: MemberView) => <UnbanButton member={each} />;
  return (
    <Card>
      <MemberList
        members={members}
        query={restricted}
        empty={empty}
        {...(filter === "kicked" ? { renderAction: unban } : {})}
      />
    </Card>
  );
}

function UnbanButton({ member }: { readonly member: MemberView }) {
  const { t } = useLingui();
  const { busy, unban, disabledReason } = useMemberActions(member);
  const name = nameOf(member.user);
  return (
    <ButtonWithReason
      variant="soft"
      size="small"
      className="me-2"
      aria-label={t`Lift the ban of ${name}`}
      reason={disabledReason("unban")}
      busy={busy}
      onClick={unban}
    >
      <Trans>Lift</Trans>
    </ButtonWithReason>
  );
}
