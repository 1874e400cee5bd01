/** The accounts of the user at OpenID providers: connected, and to be connected. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { ProviderFault } from "@heliogram/shared/provider-faults.ts";
import type { ConnectedProvider } from "@heliogram/shared/wire.ts";
import { useQuery } from "@tanstack/react-query";
import { IdCard } from "lucide-react";
import { useState } from "react";
import { useClient } from "../../core/client/context.tsx";
import { useFormat } from "../../i18n/format.ts";
import { Time } from "../../i18n/time.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { arrowList } from "../../ui/focus/arrow-list.ts";
import { Page, Section } from "../../ui/layout/page.tsx";
import { Alert } from "../../ui/overlays/alert.tsx";
import { ProviderRefusal } from "../account/provider-list.tsx";
import { useAction } from "../forms/use-action.ts";

const KEY = ["identities"];

export function ConnectionsScreen({ refused }: { readonly refused: ProviderFault | undefined }) {
  const { t } = useLingui();
  const { api, ports } = useClient();
  const [asking, setAsking] = useState<ConnectedProvider["provider"]>();
  const providers = useQuery({ queryKey: KEY, queryFn: () => api.call("listIdentities", {}) });
  const connect = useAction(async (provider: string) => {
    ports.openAddress((await api.call("connectIdentity", { provider })).path);
  }, KEY);
  const disconnect = useAction((provider: string) => api.call("disconnectIdentity", { provider }), KEY);
  const busy = connect.busy || disconnect.busy;
  return (
    <Page
      title={<Trans>Connected accounts</Trans>}
      back={{ to: "/settings", label: t`Back to the settings`, always: true }}
    >
      <ProviderRefusal fault={refused} />
      <Section>
        <p className="mb-4 text-sm text-soft">
          <Trans>With a connected account you sign in here without a password.</Trans>
        </p>
        {providers.data ? (
          <ul ref={arrowList} className="flex flex-col gap-4">
            {providers.data.map((each) => (
              <ProviderRow
                key={each.provider.id}
                connected={each}
                busy={busy}
                onConnect={() => connect.start(each.provider.id)}
                onDisconnect={() => setAsking(each.provider)}
              />
            ))}
          </ul>
        ) : (
          <Skeleton className="h-12" />
        )}
        {providers.data?.length === 0 && <Trans>This service has no providers.</Trans>}
      </Section>
      <Alert
        open={asking !== undefined}
        onClose={() => setAsking(undefined)}
        title={t`Disconnect this account?`}
        close={t`Cancel`}
        action={{ label: t`Disconnect`, onDo: () => asking && disconnect.start(asking.id) }}
      >
        <Trans>You then sign in here in another way.</Trans>
      </Alert>
    </Page>
  );
}

interface ProviderRowProps {
  readonly connected: ConnectedProvider;
  readonly busy: boolean;
  readonly onConnect: () => void;
  readonly onDisconnect: () => void;
}

function ProviderRow({ connected: { provider, identity }, busy, onConnect, onDisconnect }: ProviderRowProps) {
  const { t } = useLingui();
  const format = useFormat();
  const { label } = provider;
  return (
    <li className="flex items-center gap-3">
      <IdCard aria-hidden className="size-6 shrink-0 text-soft" />
      <div className="min-w-0 flex-1">
        <p className="font-medium break-words" dir="auto">
          {label}
        </p>
        {identity?.email !== undefined && (
          <p className="text-sm break-words text-soft">
            <bdi>{identity.email}</bdi>
          </p>
        )}
        <p className="text-sm text-soft">
          {identity ? (
            <Trans>
              Connected <Time value={format.date(identity.connected_at)} />, last used{" "}
              <Time value={format.moment(identity.used_at)} />
            </Trans>
          ) : (
            <Trans>Not connected</Trans>
          )}
        </p>
      </div>
      {identity ? (
        <Button variant="soft" size="small" disabled={busy} aria-label={t`Disconnect: ${label}`} onClick={onDisconnect}>
          <Trans>Disconnect</Trans>
        </Button>
      ) : (
        <Button size="small" disabled={busy} aria-label={t`Connect: ${label}`} onClick={onConnect}>
          <Trans>Connect</Trans>
        </Button>
      )}
    </li>
  );
}
