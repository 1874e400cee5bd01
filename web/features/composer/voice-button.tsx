/** The button for recording a voice message, shown in place of Send while the field is empty. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Mic, SendHorizontal, Trash2 } from "lucide-react";
import { useFormat } from "../../i18n/format.ts";
import type { ReplyTarget } from "../../core/model/messages/quote.ts";
import { useSendDisabledReasons } from "../rights/use-send-disabled-reasons.ts";
import type { ChatDetails } from "../../core/store/state.ts";
import { Alert } from "../../ui/overlays/alert.tsx";
import { IconButton } from "../../ui/buttons/button.tsx";
import { IconButtonWithReason } from "../../ui/buttons/button-with-reason.tsx";
import { Spinner } from "../../ui/feedback/spinner.tsx";
import { useVoiceRecording, type VoiceRecording } from "./use-voice-recording.ts";

interface VoiceButtonProps {
  readonly row: ChatDetails;
  readonly answering: ReplyTarget;
  readonly onSent: () => void;
}

export function VoiceButton({ row, answering, onSent }: VoiceButtonProps) {
  const { t } = useLingui();
  const recording = useVoiceRecording({ chat_id: row.chat.id, answering, onSent });
  const reason = useSendDisabledReasons(row).kind("voice");
  return (
    <>
      <IconButtonWithReason
        label={t`Record a voice message`}
        reason={reason}
        busy={recording.state !== "idle"}
        onClick={recording.start}
      >
        {recording.state === "asking" ? <Spinner /> : <Mic aria-hidden className="size-5" />}
      </IconButtonWithReason>
      {recording.state === "recording" && <RecordingBar voice={recording} />}
      <MicrophoneErrorAlert voice={recording} />
    </>
  );
}

/** Covers the text field while recording. */
function RecordingBar({ voice: recording }: { readonly voice: VoiceRecording }) {
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
        recording.cancel();
      }}
    >
      <IconButton label={t`Cancel the recording`} className="text-danger hover:text-danger" onClick={recording.cancel}>
        <Trash2 aria-hidden className="size-5" />
      </IconButton>
      <span aria-hidden className="size-2.5 shrink-0 animate-pulse rounded-full bg-danger-fill" />
      <span role="timer" aria-label={t`Length`} className="w-10 shrink-0 tabular-nums">
        {format.duration(recording.elapsed_s)}
      </span>
      <Meter levels={recording.levels} />
      <IconButton label={t`Send the voice message`} variant="primary" autoFocus onClick={recording.send}>
        <SendHorizontal aria-hidden className="size-5 rtl:-scale-x-100" />
      </IconButton>
    </div>
  );
}

/** The recent levels. Their square root is shown, because hearing is not linear. */
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

function MicrophoneErrorAlert({ voice: { error, dismissError } }: { readonly voice: VoiceRecording }) {
  const { t } = useLingui();
  return (
    <Alert open={error !== undefined} onClose={dismissError} title={t`No microphone`} close={t`Close`}>
      {error === "refused" ? (
        <Trans>
          Your browser does not let this page use the microphone. Allow it in the settings of the page, beside its
          address, and try again.
        </Trans>
      ) : error === "missing" ? (
        <Trans>No microphone was found. Connect one and try again.</Trans>
      ) : error === "insecure" ? (
        <Trans>
          Browsers give the microphone only to pages with https. Ask whoever runs this service to set it up.
        </Trans>
      ) : (
        <Trans>This browser cannot record, or something else is using the microphone.</Trans>
      )}
    </Alert>
  );
}
