/** Records a voice message: requests the microphone, records, then sends or cancels. */
import { useEffect, useRef, useState } from "react";
import type { Picked } from "../../core/actions/outbox.ts";
import { useClient } from "../../core/client/context.tsx";
import { usePlace } from "../../core/client/use-place.ts";
import type { ReplyTarget } from "../../core/model/messages/quote.ts";
import { peaksOf } from "../../core/model/media/waveform.ts";
import { MicrophoneError, type Microphone, type Recording } from "../../core/ports/microphone.ts";
import { focusComposer } from "./focus.ts";

export interface VoiceRecording {
  readonly state: "idle" | "asking" | "recording";
  /** Why there is no microphone, until the user has closed the message about it. */
  readonly error: MicrophoneError["kind"] | undefined;
  /** The recent levels, the newest last, each 0 to 1. */
  readonly levels: readonly number[];
  readonly elapsed_s: number;
  readonly start: () => void;
  readonly send: () => void;
  readonly cancel: () => void;
  readonly dismissError: () => void;
}

interface VoiceRecordingInput {
  readonly chat_id: number;
  readonly answering: ReplyTarget;
  readonly onSent: () => void;
}

/** The number of bars of the meter. */
const METER_BARS = 40;

export function useVoiceRecording({ chat_id, answering, onSent }: VoiceRecordingInput): VoiceRecording {
  const { outbox, messages, ports } = useClient();
  const place = usePlace(chat_id);
  const microphone = useRef<Microphone>(undefined);
  const [state, setState] = useState<VoiceRecording["state"]>("idle");
  const [error, setError] = useState<MicrophoneError["kind"]>();
  const [levels, setLevels] = useState<readonly number[]>([]);
  const [elapsed_s, setElapsed] = useState(0);
  useCancelOnUnmount(microphone);

  const listen = (opened: Microphone) => {
    microphone.current = opened;
    const began_ms = ports.clock.now_ms();
    setLevels([]);
    setElapsed(0);
    setState("recording");
    opened.watch((level) => {
      setLevels((before) => [...before.slice(1 - METER_BARS), level]);
      setElapsed((ports.clock.now_ms() - began_ms) / 1000);
      messages.sendChatAction(place, "record_voice");
    });
  };
  const end = () => {
    microphone.current = undefined;
    setState("idle");
    focusComposer();
  };
  const post = (recorded: Recording) => {
    outbox.send(place, { text: "", files: [fileOf(recorded)], ...answering });
    onSent();
  };

  return {
    state,
    error,
    levels,
    elapsed_s,
    start() {
      if (state !== "idle") return;
      setState("asking");
      ports.openMicrophone().then(listen, (error: unknown) => {
        setError(error instanceof MicrophoneError ? error.kind : "unable");
        setState("idle");
      });
    },
    send() {
      const opened = microphone.current;
      end();
      void opened?.finish().then(post);
    },
    cancel() {
      microphone.current?.cancel();
      messages.sendChatAction(place, "cancel");
      end();
    },
    dismissError: () => setError(undefined),
  };
}

function fileOf({ blob, levels, duration_s }: Recording): Picked {
  const waveform = peaksOf(levels);
  return {
    kind: "voice",
    name: `voice.${blob.type.split("/")[1]}`,
    size: blob.size,
    mime_type: blob.type,
    // The duration is sent in whole seconds, so that less than one would become 0.
    duration: Math.max(1, duration_s),
    ...(waveform.length > 0 ? { waveform } : {}),
    address: URL.createObjectURL(blob),
    blob,
  };
}

/** Stops recording when the chat is left. */
function useCancelOnUnmount(microphone: { readonly current: Microphone | undefined }): void {
  useEffect(() => () => microphone.current?.cancel(), [microphone]);
}
