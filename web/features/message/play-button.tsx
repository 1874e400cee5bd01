/** The button that plays and pauses a message's sound. While the message is being uploaded, it shows the progress. */
import { useLingui } from "@lingui/react/macro";
import type { Message } from "@heliogram/shared/wire.ts";
import { Pause, Play } from "lucide-react";
import type { Outgoing } from "../../core/model/messages/outgoing.ts";
import { usePlayer, usePlaying } from "../player/context.tsx";
import { useTabIndex } from "../../ui/focus/tab-index.ts";
import { UploadRing } from "./upload-ring.tsx";

interface PlayButtonProps {
  readonly message: Message;
  readonly outgoing: Outgoing | undefined;
}

export function PlayButton({ message, outgoing }: PlayButtonProps) {
  const { t } = useLingui();
  const player = usePlayer();
  const tabIndex = useTabIndex();
  const state = usePlaying(message);
  if (outgoing?.state === "waiting") return <UploadRing outgoing={outgoing} message={message} />;
  return (
    <button
      type="button"
      aria-label={state?.playing ? t`Pause` : t`Play`}
      tabIndex={tabIndex}
      onClick={() => player.toggle(message)}
      className="grid size-11 shrink-0 place-items-center rounded-full bg-accent-fill text-on-accent transition-colors hover:bg-accent-fill-hover"
    >
      {state?.playing ? (
        <Pause aria-hidden className="size-5 fill-current" />
      ) : (
        <Play aria-hidden className="size-5 translate-x-px fill-current" />
      )}
    </button>
  );
}
