/** A voice message. The shared player plays it, so that it goes on when the chat is left. */
import { useLingui } from "@lingui/react/macro";
import type { Message } from "@heliogram/shared/wire.ts";
import { useFormat } from "../../i18n/format.ts";
import type { Outgoing } from "../../core/model/messages/outgoing.ts";
import { usePlayer, usePlaying } from "../player/context.tsx";
import { PlayButton } from "./play-button.tsx";
import { Waveform } from "./waveform.tsx";

interface VoiceProps {
  readonly message: Message;
  readonly outgoing: Outgoing | undefined;
}

export function Voice({ message, outgoing }: VoiceProps) {
  const { t } = useLingui();
  const format = useFormat();
  const player = usePlayer();
  const state = usePlaying(message);
  const { duration = 0, waveform } = message.voice!;
  const lasting = state && state.duration_s > 0 ? state.duration_s : duration;
  return (
    <div role="group" aria-label={t`Voice message`} className="flex w-72 max-w-full items-center gap-3 py-0.5">
      <PlayButton message={message} outgoing={outgoing} />
      <div className="min-w-0 flex-1">
        <Waveform
          peaks={waveform}
          at_s={state?.at_s ?? 0}
          duration_s={lasting}
          onSeek={(to_s) => (state ? player.seek(to_s) : player.play(message, to_s))}
        />
        <p className="flex justify-between text-xs leading-5 tabular-nums opacity-80">
          {state?.failed ? (
            <span role="alert">{t`It cannot be played`}</span>
          ) : (
            format.duration(state && state.at_s > 0 ? state.at_s : duration)
          )}
        </p>
      </div>
    </div>
  );
}
