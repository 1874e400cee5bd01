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
import { useForm } from "../forms/use-form.ts";
import { OwnPasswordField } from "./own-password-field.tsx";
import { StepForm } from "./step-form.tsx";

const KEY = ["identities"];

type Provider = ConnectedProvider["provider"];

export function ConnectionsScreen({ refused }: { readonly refused: ProviderFault | undefined }) {
  const { t } = useLingui();
  const { api } = useClient();
  const [asking, setAsking] = useState<Provider>();
  const [connecting, setConnecting] = useState<Provider>();
  const providers = useQuery({ queryKey: KEY, queryFn: () => api.call("listIdentities", {}) });
  const disconnect = useAction((provider: string) => api.call("disconnectIdentity", { provider }), KEY);
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
        {connecting && (
          <ConnectStep
            provider={connecting}
            isRefused={refused !== undefined}
            onCancel={() => setConnecting(undefined)}
          />
        )}
        {!connecting && !providers.data && <Skeleton className="h-12" />}
        {!connecting && providers.data && (
          <ul ref={arrowList} className="flex flex-col gap-4">
            {providers.data.map((each) => (
              <ProviderRow
                key={each.provider.id}
                connected={each}
                busy={disconnect.busy}
                onConnect={() => setConnecting(each.provider)}
                onDisconnect={() => setAsking(each.provider)}
              />
            ))}
          </ul>
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

interface ConnectStepProps {
  readonly provider: Provider;
  /** Whether an account was refused, so that another one is chosen at the provider. */
  readonly isRefused: boolean;
  readonly onCancel: () => void;
}

/** The password, and then the page of the provider. */
function ConnectStep({ provider: { id, label }, isRefused, onCancel }: ConnectStepProps) {
  const { t } = useLingui();
  const { api, ports } = useClient();
  const form = useForm(async ({ password = "" }) => {
    const { path } = await api.call("connectIdentity", { provider: id, password });
    ports.openAddress(isRefused ? `${path}&another=1` : path);
  });
  return (
    <StepForm form={form} label={t`Continue`} onCancel={onCancel}>
      <p>
        <Trans>
          Whoever signs in with the account “<bdi>{label}</bdi>” that you connect can sign in here as you.
        </Trans>
      </p>
      <OwnPasswordField autoFocus />
    </StepForm>
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
        <p className="font-medium break-words">
          <bdi>{label}</bdi>
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
