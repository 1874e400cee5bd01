/** Stands in the place of sending while nothing is written: one speaks instead. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Mic, SendHorizontal, Trash2 } from "lucide-react";
import { useFormat } from "../i18n/format.ts";
import type { Answering } from "../model/quote.ts";
import { useWhyNotSend } from "../rights/use-why-not-send.ts";
import type { ChatDetails } from "../store/state.ts";
import { Alert } from "../ui/alert.tsx";
import { IconButton } from "../ui/button.tsx";
import { ReasonedIcon } from "../ui/reasoned-button.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { useVoice, type Voice } from "./use-voice.ts";

interface VoiceButtonProps {
  readonly row: ChatDetails;
  readonly answering: Answering;
  readonly onSent: () => void;
}

export function VoiceButton({ row, answering, onSent }: VoiceButtonProps) {
  const { t } = useLingui();
  const voice = useVoice({ chat_id: row.chat.id, answering, onSent });
  const reason = useWhyNotSend(row).kind("voice");
  return (
    <>
      <ReasonedIcon
        label={t`Record a voice message`}
        reason={reason}
        busy={voice.state !== "idle"}
        onClick={voice.start}
      >
        {voice.state === "asking" ? <Spinner /> : <Mic aria-hidden className="size-5" />}
      </ReasonedIcon>
      {voice.state === "recording" && <RecordingBar voice={voice} />}
      <FaultAlert voice={voice} />
    </>
  );
}

/** Lies over the field one writes in. */
function RecordingBar({ voice }: { readonly voice: Voice }) {
  const { t } = useLingui();
  const format = useFormat();
  return (
    <div
      role="group"
      aria-label={t`Recording`}
      className="absolute inset-0 z-10 flex items-center gap-3 bg-surface"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        voice.cancel();
      }}
    >
      <IconButton label={t`Cancel the recording`} className="text-danger hover:text-danger" onClick={voice.cancel}>
        <Trash2 aria-hidden className="size-5" />
      </IconButton>
      <span aria-hidden className="size-2.5 shrink-0 animate-pulse rounded-full bg-danger-fill" />
      <span role="timer" aria-label={t`Length`} className="w-10 shrink-0 tabular-nums">
        {format.duration(voice.elapsed_s)}
      </span>
      <Meter levels={voice.levels} />
      <IconButton label={t`Send the voice message`} look="primary" autoFocus onClick={voice.send}>
        <SendHorizontal aria-hidden className="size-5 rtl:-scale-x-100" />
      </IconButton>
    </div>
  );
}

/** The last moments, as loud as they were; what is quiet is lifted a little, as the ear does. */
function Meter({ levels }: { readonly levels: readonly number[] }) {
  return (
    <div aria-hidden className="flex h-8 min-w-0 flex-1 items-center justify-end gap-0.5 overflow-hidden">
      {levels.map((level, index) => (
        <span
          key={index}
          className="w-1 shrink-0 rounded-full bg-accent-fill"
          style={{ height: `${Math.max(10, Math.min(100, Math.sqrt(level) * 130))}%` }}
        />
      ))}
    </div>
  );
}

function FaultAlert({ voice: { fault, dismissFault } }: { readonly voice: Voice }) {
  const { t } = useLingui();
  return (
    <Alert open={fault !== undefined} onClose={dismissFault} title={t`No microphone`} close={t`Close`}>
      {fault === "refused" ? (
        <Trans>
          Your browser does not let this page use the microphone. Allow it in the settings of the page, beside its
          address, and try again.
        </Trans>
      ) : fault === "missing" ? (
        <Trans>No microphone was found. Connect one and try again.</Trans>
      ) : fault === "insecure" ? (
        <Trans>
          Browsers give the microphone only to pages with https. Ask whoever runs this service to set it up.
        </Trans>
      ) : (
        <Trans>This browser cannot record, or something else is using the microphone.</Trans>
      )}
    </Alert>
  );
}
