/** A live location: whether it is still live, until when, and when it moved last. Its sender can stop it. */
import { Trans } from "@lingui/react/macro";
import type { Location as Place, Message } from "@heliogram/shared/wire.ts";
import { useState } from "react";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { useNow } from "../../core/client/use-now.ts";
import { liveState } from "../../core/model/messages/live-location.ts";
import { useFormat } from "../../i18n/format.ts";
import { Time } from "../../i18n/time.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { useTabIndex } from "../../ui/focus/tab-index.ts";
import { useErrorMessage, useErrorToast } from "../rights/use-error-message.ts";
import { Location } from "./location.tsx";

/** Within it, a time says when it ends. */
const DAY_MS = 86_400_000;

interface LiveLocationProps {
  readonly message: Message;
  readonly location: Place;
  readonly own: boolean;
}

export function LiveLocation({ message, location, own }: LiveLocationProps) {
  const format = useFormat();
  const now_ms = useNow();
  const { live, until_s } = liveState(message, location, now_ms);
  const end = until_s !== undefined && until_s * 1000 - now_ms < DAY_MS ? format.time : format.moment;
  const moved = <Time value={format.short(message.edit_date ?? message.date, now_ms)} />;
  return (
    <>
      <Location
        location={location}
        heading={live ? location.heading : undefined}
        title={live ? <Trans>Live location</Trans> : <Trans>Live location, ended</Trans>}
        note={
          <>
            <Trans>Last moved: {moved}</Trans>
            {live && until_s !== undefined && (
              <>
                {" · "}
                <Trans>
                  until <Time value={end(until_s)} />
                </Trans>
              </>
            )}
          </>
        }
      />
      {live && own && <OwnLive message={message} />}
    </>
  );
}

/** Who moves a live location of the person, why it does not move, and a button that stops it. */
function OwnLive({ message }: { readonly message: Message }) {
  const { locations } = useClient();
  const tabIndex = useTabIndex();
  const messageOf = useErrorMessage();
  const showErrorToast = useErrorToast();
  const isMovedHere = useClientState(({ live_shares }) =>
    live_shares.some(({ chat_id, message_id }) => chat_id === message.chat.id && message_id === message.message_id),
  );
  const error = useClientState(({ location_error }) => location_error);
  const [busy, setBusy] = useState(false);
  const stop = () => {
    setBusy(true);
    locations
      .stopLive(message)
      .catch(showErrorToast)
      .finally(() => setBusy(false));
  };
  return (
    <div className="flex w-72 max-w-full flex-col gap-1 py-1">
      <p role="status" className="text-sm">
        {!isMovedHere ? (
          <Trans>Another device or browser of yours moves it.</Trans>
        ) : error ? (
          messageOf(error)
        ) : (
          <Trans>It moves while this page is open.</Trans>
        )}
      </p>
      <Button variant="soft" size="small" tabIndex={tabIndex} disabled={busy} onClick={stop}>
        <Trans>Stop sharing</Trans>
      </Button>
    </div>
  );
}
