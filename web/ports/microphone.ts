/** The microphone: what is said into it, how loud it is meanwhile, and why it may not be had. */
import type { Clock } from "./clock.ts";

export interface Microphone {
  /** How loud it is at the moment, 0 to 1, told about twenty times a second. @returns a function that ends it */
  watch(heard: (level: number) => void): () => void;
  /** Ends the recording. @returns what was recorded */
  finish(): Promise<Recorded>;
  /** Lets go of the microphone and of what was recorded. */
  cancel(): void;
}

export interface Recorded {
  readonly blob: Blob;
  /** Of the whole recording, at even distances, each 0 to 1. */
  readonly levels: readonly number[];
  readonly duration_s: number;
}

/** `refused`: the person or the browser says no. `missing`: there is none. `insecure`: not on a page like this. */
export class MicrophoneFault extends Error {
  readonly kind: "refused" | "missing" | "insecure" | "unable";

  constructor(kind: MicrophoneFault["kind"]) {
    super(kind);
    this.kind = kind;
  }
}

/** What the service takes as a voice message (behaviour.md §5), the smallest first. */
const FORMATS = ["audio/ogg;codecs=opus", "audio/webm;codecs=opus", "audio/mp4"];
const BITS_PER_SECOND = 32_000;
const STEP_MS = 50;
const PIECE_MS = 1000;

export async function openMicrophone(clock: Clock): Promise<Microphone> {
  const stream = await openStream();
  const mimeType = FORMATS.find((format) => MediaRecorder.isTypeSupported(format));
  if (mimeType === undefined) {
    stop(stream);
    throw new MicrophoneFault("unable");
  }
  const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: BITS_PER_SECOND });
  const pieces: Blob[] = [];
  recorder.addEventListener("dataavailable", ({ data }) => pieces.push(data));
  const meter = new Meter(stream, clock);
  const began_ms = clock.now_ms();
  recorder.start(PIECE_MS);
  const end = () => {
    meter.close();
    stop(stream);
  };
  return {
    watch: (heard) => meter.watch(heard),
    cancel() {
      if (recorder.state !== "inactive") recorder.stop();
      end();
    },
    finish: () =>
      new Promise((resolve) => {
        const duration_s = (clock.now_ms() - began_ms) / 1000;
        const done = () => {
          end();
          // Players go by the container; the codec in the type only makes it harder to compare.
          const blob = new Blob(pieces, { type: mimeType.split(";", 1)[0]! });
          resolve({ blob, levels: meter.levels, duration_s });
        };
        recorder.addEventListener("stop", done, { once: true });
        if (recorder.state === "inactive") done();
        else recorder.stop();
      }),
  };
}

async function openStream(): Promise<MediaStream> {
  // Absent on pages without https, and in browsers that cannot record.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (!devices || typeof MediaRecorder === "undefined") {
    throw new MicrophoneFault(window.isSecureContext ? "unable" : "insecure");
  }
  try {
    return await devices.getUserMedia({ audio: { echoCancellation: true, noiseSuppression: true } });
  } catch (error) {
    const name = error instanceof DOMException ? error.name : "";
    if (name === "NotFoundError" || name === "OverconstrainedError") throw new MicrophoneFault("missing");
    throw new MicrophoneFault(name === "NotAllowedError" || name === "SecurityError" ? "refused" : "unable");
  }
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

class Meter {
  readonly levels: number[] = [];
  readonly #context = new AudioContext();
  readonly #analyser: AnalyserNode;
  readonly #samples: Float32Array<ArrayBuffer>;
  readonly #clock: Clock;
  #heard: (level: number) => void = () => {};
  #callOff: () => void;

  constructor(stream: MediaStream, clock: Clock) {
    this.#clock = clock;
    this.#analyser = this.#context.createAnalyser();
    this.#analyser.fftSize = 2048;
    this.#samples = new Float32Array(this.#analyser.fftSize);
    this.#context.createMediaStreamSource(stream).connect(this.#analyser);
    this.#callOff = clock.after(STEP_MS, () => this.#measure());
  }

  watch(heard: (level: number) => void): () => void {
    this.#heard = heard;
    return () => (this.#heard = () => {});
  }

  close(): void {
    this.#callOff();
    void this.#context.close();
  }

  #measure(): void {
    this.#analyser.getFloatTimeDomainData(this.#samples);
    const level = Math.min(
      1,
      this.#samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0),
    );
    this.levels.push(level);
    this.#heard(level);
    this.#callOff = this.#clock.after(STEP_MS, () => this.#measure());
  }
}
