/** What one member may do, as switches, and for how long some of them are taken. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useClient } from "../client/context.tsx";
import { nameOf } from "../model/names.ts";
import {
  ALL_EIGHT,
  EVERYTHING,
  OFFERED,
  eightOf,
  permissionsToAsk,
  type EightPermissions,
} from "../model/permissions.ts";
import { usePermissionLabels } from "../rights/use-labels.ts";
import { Button } from "../ui/button.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { Switch } from "../ui/choice.tsx";
import { Card, Hint, Panel, Switches } from "./panel.tsx";
import { useChatInfo, useMember, type MemberView } from "./queries.ts";
import { useRow } from "./row-context.ts";
import { SaveButton } from "./save-button.tsx";
import { UntilField } from "./until-field.tsx";
import { useChange } from "./use-change.ts";
import { useLeavePage } from "./use-leave-page.ts";
import { useMemberDeeds } from "./use-member-deeds.ts";
import { useNoMoment } from "./use-no-moment.ts";

export function RestrictPage() {
  const { t } = useLingui();
  const { chat } = useRow();
  const { userId = 0 } = useParams({ strict: false });
  const member = useMember(chat.id, userId).data;
  const info = useChatInfo(chat.id).data;
  if (member && info) {
    const all = eightOf(info.permissions ?? {});
    return <RestrictForm key={JSON.stringify([member, all])} member={member} all={all} />;
  }
  return (
    <Panel title={t`Restrict`} above="overview">
      <Skeleton className="h-80 rounded-2xl" />
    </Panel>
  );
}

interface RestrictFormProps {
  readonly member: MemberView;
  /** What any member of the group may do. */
  readonly all: EightPermissions;
}

function RestrictForm({ member, all }: RestrictFormProps) {
  const { t } = useLingui();
  const { chat } = useRow();
  const { api } = useClient();
  const leave = useLeavePage();
  const { busy, run } = useChange(chat.id);
  const { whyNot } = useMemberDeeds(member);
  const restricted = member.status === "restricted";
  const before = restricted ? member : EVERYTHING;
  const [wanted, setWanted] = useState(() => eightOf(before));
  const until_now = restricted && typeof member["until_date"] === "number" ? member["until_date"] : 0;
  const [until, setUntil] = useState<number | undefined>(until_now);
  const name = nameOf(member.user);
  const upon = { chat_id: chat.id, user_id: member.user.id };
  const none = !restricted && OFFERED.every((permission) => wanted[permission]);
  const save = async (permissions: EightPermissions) => {
    const asked = permissionsToAsk(permissions, before);
    const span = until === undefined ? {} : { until_date: until };
    const done = await run(() =>
      api.call("restrictChatMember", { ...upon, permissions: asked, use_independent_chat_permissions: true, ...span }),
    );
    if (done) leave();
  };
  const refused = whyNot("restrict");
  const noMoment = useNoMoment(until);
  const reason = refused ?? (none ? t`Nothing is taken from ${name} so far.` : noMoment);
  return (
    <Panel
      title={t`What ${name} may do`}
      above="overview"
      foot={
        <div className="flex gap-2">
          {restricted && (
            <Button look="soft" className="flex-1" disabled={busy} onClick={() => void save(ALL_EIGHT)}>
              <Trans>Lift the restriction</Trans>
            </Button>
          )}
          <SaveButton reason={reason} busy={busy} onClick={() => void save(wanted)} />
        </div>
      }
    >
      {refused !== undefined && <Hint>{refused}</Hint>}
      <PermissionSwitches wanted={wanted} all={all} onChange={setWanted} refused={refused} />
      <div className="rounded-2xl bg-surface p-5">
        <UntilField label={t`For how long`} forever={t`For ever`} now={until_now} onChange={setUntil} />
      </div>
    </Panel>
  );
}

interface PermissionSwitchesProps {
  readonly wanted: EightPermissions;
  readonly all: EightPermissions;
  readonly onChange: (wanted: EightPermissions) => void;
  readonly refused: string | undefined;
}

function PermissionSwitches({ wanted, all, onChange, refused }: PermissionSwitchesProps) {
  const { t } = useLingui();
  const labels = usePermissionLabels();
  return (
    <Card>
      <Switches>
        {OFFERED.map((permission) => (
          <Switch
            key={permission}
            label={labels[permission]}
            checked={wanted[permission] && all[permission]}
            onChange={(on) => onChange({ ...wanted, [permission]: on })}
            reason={
              refused ?? (all[permission] ? undefined : t`No member of this group may do this: see its permissions.`)
            }
          />
        ))}
      </Switches>
    </Card>
  );
}
