/** The devices that get pushes, and a test of the one at hand. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { PushSubscription, PushTest } from "@heliogram/shared/wire.ts";
import { CircleCheck, CircleX, Smartphone } from "lucide-react";
import { useState } from "react";
import { useClient, useClientState } from "../../../core/client/context.tsx";
import { Button } from "../../../ui/buttons/button.tsx";
import { Tag } from "../../../ui/display/tag.tsx";
import { useAction } from "../../forms/use-action.ts";
import { noteDeclined } from "../../push/offer.ts";
import { PUSH } from "../../push/use-push-settings.ts";

export function PushDevices({ subscriptions }: { readonly subscriptions: readonly PushSubscription[] }) {
  const { t } = useLingui();
  const { api, ports } = useClient();
  const me = useClientState((state) => state.me?.user.id);
  const removeLabel = (name: string) => t`Remove ${name}`;
  const [test, setTest] = useState<PushTest>();
  const remove = useAction(async ({ id, current }: PushSubscription) => {
    await api.call("removePushSubscription", { subscription_id: id });
    if (current && me !== undefined) noteDeclined(ports.storage, me);
  }, PUSH);
  const sending = useAction(async () => {
    setTest(undefined);
    const own = subscriptions.findLast(({ current }) => current) ?? subscriptions.at(-1)!;
    setTest(await api.call("sendTestPush", { subscription_id: own.id }));
  }, PUSH);
  return (
    <div className="flex flex-col gap-3">
      <ul aria-label={t`Devices that get push notifications`} className="flex flex-col gap-3">
        {subscriptions.map((each) => (
          <li key={each.id} className="flex items-center gap-3">
            <Smartphone aria-hidden className="size-5 shrink-0 text-soft" />
            <span className="min-w-0 flex-1">
              <span className="flex items-center gap-2">
                <bdi className="truncate">{each.label || each.host}</bdi>
                {each.current && (
                  <Tag>
                    <Trans>this device</Trans>
                  </Tag>
                )}
              </span>
              <span className="block truncate text-sm text-soft">
                <bdi>{each.last_error ?? each.host}</bdi>
              </span>
            </span>
            <Button
              variant="soft"
              disabled={remove.busy}
              aria-label={removeLabel(each.label || each.host)}
              onClick={() => remove.start(each)}
            >
              <Trans>Remove</Trans>
            </Button>
          </li>
        ))}
      </ul>
      <Button variant="soft" disabled={sending.busy} onClick={() => sending.start(undefined)} className="self-end">
        <Trans>Send me a test</Trans>
      </Button>
      <div role="status">{test && <Steps test={test} />}</div>
    </div>
  );
}

function Steps({ test }: { readonly test: PushTest }) {
  const { t } = useLingui();
  const names = {
    subscription: t`The device is subscribed`,
    address: t`The service may send to its push service`,
    name: t`The name of the push service is found`,
    connection: t`The push service is reached`,
    answer: t`The push service takes the notification`,
  };
  return (
    <>
      <ul className="flex flex-col gap-1 text-sm">
        {test.steps.map(({ step, ok, detail }) => (
          <li key={step} className="flex gap-2">
            {ok ? (
              <CircleCheck aria-label={t`Done`} className="size-5 shrink-0 text-soft" />
            ) : (
              <CircleX aria-label={t`Failed`} className="size-5 shrink-0 text-danger" />
            )}
            <span className="min-w-0 break-words">
              {names[step]}
              {detail !== "" && (
                <span className="text-soft">
                  {" "}
                  (<bdi>{detail}</bdi>)
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {test.delivered && (
        <p className="mt-2 text-sm text-soft">
          <Trans>If nothing is shown now, the device has no network or does not let the browser notify.</Trans>
        </p>
      )}
    </>
  );
}
