/** A live location: whether it is still live, until when, and when it moved last. */
import { Trans } from "@lingui/react/macro";
import type { Location as Place, Message } from "@heliogram/shared/wire.ts";
import { useNow } from "../../core/client/use-now.ts";
import { liveState } from "../../core/model/messages/live-location.ts";
import { useFormat } from "../../i18n/format.ts";
import { Time } from "../../i18n/time.tsx";
import { Location } from "./location.tsx";

interface LiveLocationProps {
  readonly message: Message;
  readonly location: Place;
}

export function LiveLocation({ message, location }: LiveLocationProps) {
  const format = useFormat();
  const now_ms = useNow();
  const { live, until_s } = liveState(message, location, now_ms);
  const moved = <Time value={format.short(message.edit_date ?? message.date, now_ms)} />;
  return (
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
                until <Time value={format.short(until_s, now_ms)} />
              </Trans>
            </>
          )}
        </>
      }
    />
  );
}
