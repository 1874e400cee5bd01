/** A voice message while it is spoken: asking for the microphone, listening, sending or letting go. */
import { useEffect, useRef, useState } from "react";
import type { Picked } from "../actions/outbox.ts";
import { useClient } from "../client/context.tsx";
import type { Answering } from "../model/quote.ts";
import { peaksOf } from "../model/waveform.ts";
import { MicrophoneFault, type Microphone, type Recorded } from "../ports/microphone.ts";
import { focusComposer } from "./focus.ts";

export interface Voice {
  readonly state: "idle" | "asking" | "recording";
  /** Why there is no microphone, until the person has read it. */
  readonly fault: MicrophoneFault["kind"] | undefined;
  /** How loud the last moments were, the newest last, each 0 to 1. */
  readonly levels: readonly number[];
  readonly elapsed_s: number;
  readonly start: () => void;
  readonly send: () => void;
  readonly cancel: () => void;
  readonly dismissFault: () => void;
}

interface VoiceInput {
  readonly chat_id: number;
  readonly answering: Answering;
  readonly onSent: () => void;
}

/** As many as the meter has bars. */
const SHOWN = 40;

export function useVoice({ chat_id, answering, onSent }: VoiceInput): Voice {
  const { outbox, messages, ports } = useClient();
  const microphone = useRef<Microphone>(undefined);
  const [state, setState] = useState<Voice["state"]>("idle");
  const [fault, setFault] = useState<MicrophoneFault["kind"]>();
  const [levels, setLevels] = useState<readonly number[]>([]);
  const [elapsed_s, setElapsed] = useState(0);
  useLettingGo(microphone);

  const listen = (opened: Microphone) => {
    microphone.current = opened;
    const began_ms = ports.clock.now_ms();
    setLevels([]);
    setElapsed(0);
    setState("recording");
    opened.watch((level) => {
      setLevels((before) => [...before.slice(1 - SHOWN), level]);
      setElapsed((ports.clock.now_ms() - began_ms) / 1000);
      messages.tellTyping(chat_id, "record_voice");
    });
  };
  const end = () => {
    microphone.current = undefined;
    setState("idle");
    focusComposer();
  };
  const post = (recorded: Recorded) => {
    outbox.send(chat_id, { text: "", files: [fileOf(recorded)], ...answering });
    onSent();
  };

  return {
    state,
    fault,
    levels,
    elapsed_s,
    start() {
      if (state !== "idle") return;
      setState("asking");
      ports.openMicrophone().then(listen, (error: unknown) => {
        setFault(error instanceof MicrophoneFault ? error.kind : "unable");
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
      messages.tellTyping(chat_id, "cancel");
      end();
    },
    dismissFault: () => setFault(undefined),
  };
}

function fileOf({ blob, levels, duration_s }: Recorded): Picked {
  const waveform = peaksOf(levels);
  return {
    kind: "voice",
    name: `voice.${blob.type.split("/")[1]}`,
    size: blob.size,
    mime_type: blob.type,
    // Less than a second would be told as none at all.
    duration: Math.max(1, duration_s),
    ...(waveform.length > 0 ? { waveform } : {}),
    address: URL.createObjectURL(blob),
    blob,
  };
}

/** Whoever leaves the chat is not listened to any longer. */
function useLettingGo(microphone: { readonly current: Microphone | undefined }): void {
  useEffect(() => () => microphone.current?.cancel(), [microphone]);
}
