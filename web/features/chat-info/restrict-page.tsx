/** The page for restricting one member: their permissions, and until when the restriction lasts. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useClient } from "../../core/client/context.tsx";
import { nameOf } from "../../core/model/people/names.ts";
import {
  ALL_PERMISSIONS,
  UNRESTRICTED,
  SWITCHES,
  permissionSet,
  permissionsToRequest,
  type PermissionSet,
} from "../../core/model/rights/member-permissions.ts";
import { usePermissionLabels, useSwitches } from "../rights/use-labels.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { Switch } from "../../ui/forms/choice.tsx";
import { Card, Hint, Panel, Switches } from "./panel.tsx";
import { useChatInfo, useMember, type MemberView } from "./queries.ts";
import { useChatRow } from "./chat-row-context.ts";
import { SaveButton } from "./save-button.tsx";
import { UntilField } from "./until-field.tsx";
import { useChatAction } from "./use-chat-action.ts";
import { useLeavePage } from "./use-leave-page.ts";
import { useMemberActions } from "./use-member-actions.ts";
import { useMissingEndReason } from "./use-missing-end-reason.ts";

export function RestrictPage() {
  const { t } = useLingui();
  const { chat } = useChatRow();
  const { userId = 0 } = useParams({ strict: false });
  const member = useMember(chat.id, userId).data;
  const info = useChatInfo(chat.id).data;
  if (member && info) {
    const all = permissionSet(info.permissions ?? {});
    return <RestrictForm key={JSON.stringify([member, all])} member={member} all={all} />;
  }
  return (
    <Panel title={t`Restrict`} parent="overview">
      <Skeleton className="h-80 rounded-2xl" />
    </Panel>
  );
}

interface RestrictFormProps {
  readonly member: MemberView;
  /** The default permissions of the group's members. */
  readonly all: PermissionSet;
}

function RestrictForm({ member, all }: RestrictFormProps) {
  const { t } = useLingui();
  const { chat } = useChatRow();
  const { api } = useClient();
  const leave = useLeavePage();
  const { busy, run } = useChatAction(chat.id);
  const { disabledReason } = useMemberActions(member);
  const restricted = member.status === "restricted";
  const before = restricted ? member : UNRESTRICTED;
  const [selected, setSelected] = useState(() => permissionSet(before));
  const until_now = restricted ? (member.until_date ?? 0) : 0;
  const [until, setUntil] = useState<number | undefined>(until_now);
  const name = nameOf(member.user);
  const target = { chat_id: chat.id, user_id: member.user.id };
  const none = !restricted && SWITCHES.every((permission) => selected[permission]);
  const save = async (permissions: PermissionSet) => {
    const requested = permissionsToRequest(permissions, before);
    const span = until === undefined ? {} : { until_date: until };
    const done = await run(() =>
      api.call("restrictChatMember", {
        ...target,
        permissions: requested,
        use_independent_chat_permissions: true,
        ...span,
      }),
    );
    if (done) leave();
  };
  const refusal = disabledReason("restrict");
  const missingEnd = useMissingEndReason(until);
  const reason = refusal ?? (none ? t`Nothing is taken from ${name} so far.` : missingEnd);
  return (
    <Panel
      title={t`What ${name} may do`}
      parent="overview"
      footer={
        <div className="flex gap-2">
          {restricted && (
            <Button variant="soft" className="flex-1" disabled={busy} onClick={() => void save(ALL_PERMISSIONS)}>
              <Trans>Lift the restriction</Trans>
            </Button>
          )}
          <SaveButton reason={reason} busy={busy} onClick={() => void save(selected)} />
        </div>
      }
    >
      {refusal !== undefined && <Hint>{refusal}</Hint>}
      <PermissionSwitches selected={selected} all={all} onChange={setSelected} disabledReason={refusal} />
      <div className="rounded-2xl bg-surface p-5">
        <UntilField label={t`For how long`} forever={t`For ever`} current={until_now} onChange={setUntil} />
      </div>
    </Panel>
  );
}

interface PermissionSwitchesProps {
  readonly selected: PermissionSet;
  readonly all: PermissionSet;
  readonly onChange: (selected: PermissionSet) => void;
  readonly disabledReason: string | undefined;
}

function PermissionSwitches({ selected, all, onChange, disabledReason }: PermissionSwitchesProps) {
  const { t } = useLingui();
  const labels = usePermissionLabels();
  const switches = useSwitches();
  return (
    <Card>
      <Switches>
        {switches.map((permission) => (
          <Switch
            key={permission}
            label={labels[permission]}
            checked={selected[permission] && all[permission]}
            onChange={(on) => onChange({ ...selected, [permission]: on })}
            reason={
              disabledReason ??
              (all[permission] ? undefined : t`No member of this group may do this: see its permissions.`)
            }
          />
        ))}
      </Switches>
    </Card>
  );
}
