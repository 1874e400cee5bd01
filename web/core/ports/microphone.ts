/** Records voice messages with the microphone and measures the level. */
import type { Clock } from "./clock.ts";

export interface Microphone {
  /** Reports the level, 0 to 1, about twenty times a second. @returns a function that stops it */
  watch(onLevel: (level: number) => void): () => void;
  /** Ends the recording. */
  finish(): Promise<Recording>;
  /** Releases the microphone and discards the recording. */
  cancel(): void;
}

export interface Recording {
  readonly blob: Blob;
  /** The levels of the whole recording at equal intervals, each 0 to 1. */
  readonly levels: readonly number[];
  readonly duration_s: number;
}

/**
 * `refused`: the person or the browser denied it. `missing`: there is no microphone. `insecure`: the page is not a
 * secure context. `unable`: the browser cannot record.
 */
export class MicrophoneError extends Error {
  readonly kind: "refused" | "missing" | "insecure" | "unable";

  constructor(kind: MicrophoneError["kind"]) {
    super(kind);
    this.kind = kind;
  }
}

/** The formats that the server accepts as voice messages (behaviour.md §5), the smallest first. */
const FORMATS = ["audio/ogg;codecs=opus", "audio/webm;codecs=opus", "audio/mp4"];
const BITS_PER_SECOND = 32_000;
const STEP_MS = 50;
const PIECE_MS = 1000;

export async function openMicrophone(clock: Clock): Promise<Microphone> {
  const stream = await openStream();
  const mimeType = FORMATS.find((format) => MediaRecorder.isTypeSupported(format));
  if (mimeType === undefined) {
    stop(stream);
    throw new MicrophoneError("unable");
  }
  const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: BITS_PER_SECOND });
  const chunks: Blob[] = [];
  recorder.addEventListener("dataavailable", ({ data }) => chunks.push(data));
  const meter = new LevelMeter(stream, clock);
  const began_ms = clock.now_ms();
  recorder.start(PIECE_MS);
  const end = () => {
    meter.close();
    stop(stream);
  };
  return {
    watch: (onLevel) => meter.watch(onLevel),
    cancel() {
      if (recorder.state !== "inactive") recorder.stop();
      end();
    },
    finish: () =>
      new Promise((resolve) => {
        const duration_s = (clock.now_ms() - began_ms) / 1000;
        const done = () => {
          end();
          // Players use the container type; a codec parameter only complicates comparisons.
          const blob = new Blob(chunks, { type: mimeType.split(";", 1)[0]! });
          resolve({ blob, levels: meter.levels, duration_s });
        };
        recorder.addEventListener("stop", done, { once: true });
        if (recorder.state === "inactive") done();
        else recorder.stop();
      }),
  };
}

async function openStream(): Promise<MediaStream> {
  // Absent on plain HTTP, and in browsers that cannot record.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (!devices || typeof MediaRecorder === "undefined") {
    throw new MicrophoneError(window.isSecureContext ? "unable" : "insecure");
  }
  try {
    return await devices.getUserMedia({ audio: { echoCancellation: true, noiseSuppression: true } });
  } catch (error) {
    const name = error instanceof DOMException ? error.name : "";
    if (name === "NotFoundError" || name === "OverconstrainedError") throw new MicrophoneError("missing");
    throw new MicrophoneError(name === "NotAllowedError" || name === "SecurityError" ? "refused" : "unable");
  }
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

class LevelMeter {
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

  watch(onLevel: (level: number) => void): () => void {
    this.#heard = onLevel;
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
