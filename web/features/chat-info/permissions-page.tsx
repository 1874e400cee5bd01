/** The default permissions of a group's members. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useClient } from "../../core/client/context.tsx";
import {
  permissionSet,
  permissionsToRequest,
  samePermissions,
  type RawPermissions,
} from "../../core/model/rights/member-permissions.ts";
import { usePermissionLabels, useSwitches } from "../rights/use-labels.ts";
import { useDisabledReason } from "../rights/use-disabled-reason.ts";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { Switch } from "../../ui/forms/choice.tsx";
import { Card, Hint, Panel, Switches } from "./panel.tsx";
import { useChatInfo } from "./queries.ts";
import { useChatRow } from "./chat-row-context.ts";
import { SaveButton } from "./save-button.tsx";
import { useChatAction } from "./use-chat-action.ts";

export function PermissionsPage() {
  const { t } = useLingui();
  const { chat } = useChatRow();
  const permissions = useChatInfo(chat.id).data?.permissions;
  if (permissions) return <PermissionsForm key={JSON.stringify(permissions)} before={permissions} />;
  return (
    <Panel title={t`Permissions of members`} parent="overview">
      <Skeleton className="h-80 rounded-2xl" />
    </Panel>
  );
}

function PermissionsForm({ before }: { readonly before: RawPermissions }) {
  const { t } = useLingui();
  const row = useChatRow();
  const { chat, can } = row;
  const { api } = useClient();
  const labels = usePermissionLabels();
  const switches = useSwitches();
  const disabledReason = useDisabledReason();
  const { busy, run } = useChatAction(chat.id);
  const [selected, setSelected] = useState(() => permissionSet(before));
  const refusal = can?.restrict_members ? disabledReason(can.restrict_members, row) : undefined;
  const save = () =>
    run(
      () =>
        api.call("setChatPermissions", {
          chat_id: chat.id,
          permissions: permissionsToRequest(selected, before),
          use_independent_chat_permissions: true,
        }),
      t`Saved`,
    );
  const reason =
    refusal ?? (samePermissions(selected, permissionSet(before)) ? t`Nothing has been changed.` : undefined);
  return (
    <Panel
      title={t`Permissions of members`}
      parent="overview"
      footer={
        <div className="flex">
          <SaveButton reason={reason} busy={busy} onClick={() => void save()} />
        </div>
      }
    >
      {refusal !== undefined && <Hint>{refusal}</Hint>}
      <Card
        title={<Trans>What may members do?</Trans>}
        note={<Trans>Administrators may write in any case; what else they may do is among their rights.</Trans>}
      >
        <Switches>
          {switches.map((permission) => (
            <Switch
              key={permission}
              label={labels[permission]}
              checked={selected[permission]}
              onChange={(on) => setSelected((previous) => ({ ...previous, [permission]: on }))}
              reason={refusal}
            />
          ))}
        </Switches>
      </Card>
    </Panel>
  );
}
