/** What every ordinary member of a group may do, as switches. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useClient } from "../client/context.tsx";
import { OFFERED, eightOf, permissionsToAsk, sameEight, type GivenPermissions } from "../model/permissions.ts";
import { usePermissionLabels } from "../rights/use-labels.ts";
import { useWhyNot } from "../rights/use-why-not.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import { Switch } from "../ui/choice.tsx";
import { Card, Hint, Panel, Switches } from "./panel.tsx";
import { useChatInfo } from "./queries.ts";
import { useRow } from "./row-context.ts";
import { SaveButton } from "./save-button.tsx";
import { useChange } from "./use-change.ts";

export function PermissionsPage() {
  const { t } = useLingui();
  const { chat } = useRow();
  const permissions = useChatInfo(chat.id).data?.permissions;
  if (permissions) return <PermissionsForm key={JSON.stringify(permissions)} before={permissions} />;
  return (
    <Panel title={t`Permissions of members`} above="overview">
      <Skeleton className="h-80 rounded-2xl" />
    </Panel>
  );
}

function PermissionsForm({ before }: { readonly before: GivenPermissions }) {
  const { t } = useLingui();
  const row = useRow();
  const { chat, can } = row;
  const { api } = useClient();
  const labels = usePermissionLabels();
  const whyNot = useWhyNot();
  const { busy, run } = useChange(chat.id);
  const [wanted, setWanted] = useState(() => eightOf(before));
  const refused = can?.restrict_members ? whyNot(can.restrict_members, row) : undefined;
  const save = () =>
    run(
      () =>
        api.call("setChatPermissions", {
          chat_id: chat.id,
          permissions: permissionsToAsk(wanted, before),
          use_independent_chat_permissions: true,
        }),
      t`Saved`,
    );
  const reason = refused ?? (sameEight(wanted, eightOf(before)) ? t`Nothing has been changed.` : undefined);
  return (
    <Panel
      title={t`Permissions of members`}
      above="overview"
      foot={
        <div className="flex">
          <SaveButton reason={reason} busy={busy} onClick={() => void save()} />
        </div>
      }
    >
      {refused !== undefined && <Hint>{refused}</Hint>}
      <Card
        title={<Trans>What may members do?</Trans>}
        note={<Trans>Administrators may write in any case; what else they may do is among their rights.</Trans>}
      >
        <Switches>
          {OFFERED.map((permission) => (
            <Switch
              key={permission}
              label={labels[permission]}
              checked={wanted[permission]}
              onChange={(on) => setWanted((held) => ({ ...held, [permission]: on }))}
              reason={refused}
            />
          ))}
        </Switches>
      </Card>
    </Panel>
  );
}
