/** The card in a chat that offers pushes on a phone, after a message was sent. Permission is asked by its button alone. */
import { Trans, useLingui } from "@lingui/react/macro";
import { BellRing } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { useToast } from "../../ui/feedback/toasts.tsx";
import { isDeclined, isDue, noteDeclined, offerOn, type Offer } from "./offer.ts";
import { useDevicePush } from "./use-device-push.ts";
import { usePushSettings } from "./use-push-settings.ts";

/** @param open - whether the moment has come */
export function PushOffer({ open }: { readonly open: boolean }) {
  const { storage } = useClient().ports;
  const person_id = useClientState((state) => state.me?.user.id);
  const offer = useOffer();
  const [isClosed, setClosed] = useState(false);
  if (!open || isClosed || !offer || person_id === undefined) return null;
  const onDecline = () => {
    noteDeclined(storage, person_id);
    setClosed(true);
  };
  return <OfferCard offer={offer} onDecline={onDecline} onAccepted={() => setClosed(true)} />;
}

/** What this device is offered. It stays while the card is shown, so that the card can say why it was in vain. */
function useOffer(): Offer | undefined {
  const { notifications, ports } = useClient();
  const person_id = useClientState((state) => state.me?.user.id);
  const [offer] = useState(() =>
    person_id === undefined || isDeclined(ports.storage, person_id)
      ? undefined
      : offerOn({
          isPhone: matchMedia("(pointer: coarse), (display-mode: standalone)").matches,
          permission: notifications.state(),
          isSupported: ports.push.isSupported(),
        }),
  );
  return offer;
}

interface OfferCardProps {
  readonly offer: Offer;
  readonly onDecline: () => void;
  /** The device gets pushes. */
  readonly onAccepted: () => void;
}

function OfferCard({ offer, onDecline, onAccepted }: OfferCardProps) {
  const { t } = useLingui();
  const settings = usePushSettings();
  const { isOn, busy, turn, fault } = useDevicePush(settings);
  const [isAsked, setAsked] = useState(false);
  const showToast = useToast();
  useEffect(() => {
    if (!isAsked || isOn !== true) return;
    showToast(t`This device gets push notifications.`);
    onAccepted();
  }, [isAsked, isOn, onAccepted, showToast, t]);
  const isShown = isDue(offer, { isEnabled: settings?.enabled, isOn });
  return (
    // Screen readers say what appears here. The focus stays where it is.
    <div role="status" aria-atomic={false} className="max-h-1/2 shrink-0 overflow-y-auto empty:hidden">
      {isShown && offer === "install" && <InstallFirst onDecline={onDecline} />}
      {isShown && offer === "turn_on" && (
        <Card
          title={<Trans>Turn on push notifications?</Trans>}
          buttons={
            <>
              <Button variant="soft" size="small" onClick={onDecline}>
                <Trans>No, thanks</Trans>
              </Button>
              <Button
                size="small"
                disabled={busy}
                onClick={() => {
                  setAsked(true);
                  turn(true);
                }}
              >
                <Trans>Turn on</Trans>
              </Button>
            </>
          }
        >
          <p>
            <Trans>
              This device tells you of new messages while no page of Heliogram is open. The settings have a switch for
              it, too.
            </Trans>
          </p>
          {fault !== undefined && <p className="text-danger">{fault}</p>}
        </Card>
      )}
    </div>
  );
}

function InstallFirst({ onDecline }: Pick<OfferCardProps, "onDecline">) {
  return (
    <Card
      title={<Trans>Get push notifications on this device</Trans>}
      buttons={
        <Button variant="soft" size="small" onClick={onDecline}>
          <Trans>Got it</Trans>
        </Button>
      }
    >
      <p>
        <Trans>Here only installed pages notify. Install this one first:</Trans>
      </p>
      <ol className="list-decimal ps-5">
        <li>
          <Trans>Press Share in the bar of the browser.</Trans>
        </li>
        <li>
          <Trans>Choose Add to Home Screen.</Trans>
        </li>
        <li>
          <Trans>Open Heliogram from the home screen, and turn push notifications on in its settings.</Trans>
        </li>
      </ol>
    </Card>
  );
}

interface CardProps {
  readonly title: ReactNode;
  readonly children: ReactNode;
  readonly buttons: ReactNode;
}

function Card({ title, children, buttons }: CardProps) {
  const { t } = useLingui();
  return (
    <section aria-label={t`Push notifications`} className="border-b border-line bg-surface px-4 py-3 text-sm">
      <div className="flex gap-3">
        <BellRing aria-hidden className="mt-0.5 size-5 shrink-0 text-accent" />
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <p className="font-semibold">{title}</p>
          <div className="flex flex-col gap-1 text-soft">{children}</div>
        </div>
      </div>
      <div className="mt-2 flex flex-wrap justify-end gap-2">{buttons}</div>
    </section>
  );
}
