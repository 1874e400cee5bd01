/** A music file: title, performer and playback controls. */
import { useLingui } from "@lingui/react/macro";
import type { Message } from "@heliogram/shared/wire.ts";
import { useFormat } from "../../i18n/format.ts";
import { closed } from "../../core/model/people/names.ts";
import type { Outgoing } from "../../core/model/messages/outgoing.ts";
import { usePlaying } from "../player/context.tsx";
import { PositionSlider } from "../player/position-slider.tsx";
import { PlayButton } from "./play-button.tsx";

interface AudioProps {
  readonly message: Message;
  readonly outgoing: Outgoing | undefined;
}

export function Audio({ message, outgoing }: AudioProps) {
  const { t } = useLingui();
  const format = useFormat();
  const state = usePlaying(message);
  const { title, file_name, performer, duration = 0, file_size } = message.audio!;
  const name = title ?? file_name ?? t`Audio`;
  const whole = format.duration(state?.duration_s ?? duration);
  return (
    <div role="group" aria-label={name} className="flex w-72 max-w-full items-center gap-3 py-0.5">
      <PlayButton message={message} outgoing={outgoing} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium leading-snug" dir="auto">
          {name}
        </p>
        {state && !state.failed ? (
          <div className="flex items-center gap-2 pe-20">
            <PositionSlider at_s={state.at_s} duration_s={state.duration_s} className="min-w-0 flex-1" />
          </div>
        ) : (
          <p className="pe-20 text-sm leading-5 opacity-80">
            {state?.failed ? (
              <span role="alert" className="block truncate">{t`It cannot be played`}</span>
            ) : (
              <span className="block truncate" dir="auto">
                {[closed(performer ?? ""), duration > 0 ? whole : format.size(file_size)].filter(Boolean).join(" · ")}
              </span>
            )}
          </p>
        )}
      </div>
    </div>
  );
}
