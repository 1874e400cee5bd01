/** The list of the user's passkeys. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useClient, useClientState } from "../../../core/client/context.tsx";
import { useFormat } from "../../../i18n/format.ts";
import { Time } from "../../../i18n/time.tsx";
import { Button } from "../../../ui/buttons/button.tsx";
import { Tag } from "../../../ui/display/tag.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { useSignInOptions } from "../../account/provider-list.tsx";
import { PASSKEYS, type Passkey, type Step } from "./passkey-step.ts";

export function PasskeyList({ onStep }: { readonly onStep: (step: Step) => void }) {
  const { api, ports } = useClient();
  const changed = useClientState((state) => state.sessions_seq);
  const { data } = useQuery({ queryKey: [...PASSKEYS, changed], queryFn: () => api.call("listPasskeys", {}) });
  const options = useSignInOptions();
  if (!data || !options) return <Skeleton className="h-12" />;
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-soft">
        <Trans>
          With a passkey you sign in by the fingerprint, face or PIN of a device, without a password. After the
          password, it serves as the second factor.
        </Trans>
      </p>
      {data.length > 0 && (
        <ul className="flex flex-col gap-4">
          {data.map((passkey) => (
            <Row key={passkey.id} passkey={passkey} onStep={onStep} />
          ))}
        </ul>
      )}
      {ports.passkeys.isUsable(options.passkey_origin) ? (
        <Button className="self-end" onClick={() => onStep({ name: "add" })}>
          <Trans>Add a passkey</Trans>
        </Button>
      ) : (
        <WhyNone origin={options.passkey_origin} />
      )}
    </div>
  );
}

/** Why this page can add none. */
function WhyNone({ origin }: { readonly origin: string | undefined }) {
  if (origin === undefined)
    return (
      <p>
        <Trans>
          This service has no passkeys: they need an address with https and a domain name. Ask whoever runs it.
        </Trans>
      </p>
    );
  if (origin !== location.origin)
    return (
      <p>
        <Trans>
          Passkeys work at <bdi>{origin}</bdi> alone. Open the settings there.
        </Trans>
      </p>
    );
  return (
    <p>
      <Trans>This browser has no passkeys.</Trans>
    </p>
  );
}

interface RowProps {
  readonly passkey: Passkey;
  readonly onStep: (step: Step) => void;
}

function Row({ passkey, onStep }: RowProps) {
  const { t } = useLingui();
  const format = useFormat();
  const { name, created_at, used_at, synced, domain } = passkey;
  return (
    <li className="flex flex-wrap items-center gap-3">
      <KeyRound aria-hidden className="size-6 shrink-0 text-soft" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex items-center gap-2">
          <span className="truncate font-medium" dir="auto">
            {name}
          </span>
          {synced && (
            <Tag>
              <Trans>Synced</Trans>
            </Tag>
          )}
        </p>
        <p className="text-sm text-soft">
          {used_at === undefined ? (
            <Trans>
              Added <Time value={format.date(created_at)} />, not used yet
            </Trans>
          ) : (
            <Trans>
              Added <Time value={format.date(created_at)} />, last used <Time value={format.moment(used_at)} />
            </Trans>
          )}
        </p>
        {domain !== undefined && (
          <p className="text-sm break-words text-danger">
            <Trans>
              Made for <bdi>{domain}</bdi>: it does not work here.
            </Trans>
          </p>
        )}
      </div>
      <div className="flex gap-2">
        <Button
          variant="soft"
          size="small"
          aria-label={t`Rename: ${name}`}
          onClick={() => onStep({ name: "rename", passkey })}
        >
          <Trans>Rename</Trans>
        </Button>
        <Button
          variant="soft"
          size="small"
          className="text-danger"
          aria-label={t`Remove: ${name}`}
          onClick={() => onStep({ name: "remove", passkey })}
        >
          <Trans>Remove</Trans>
        </Button>
      </div>
    </li>
  );
}
