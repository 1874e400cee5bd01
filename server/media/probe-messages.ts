/** What the service and its media workers say to each other. */
import type { FileKind } from "../domain/media.ts";

export interface ProbeRequest {
  readonly path: string;
  /** What the file is to be sent as: a worker reads no more of it than that kind needs. */
  readonly kind: FileKind;
  /** Whether the sender said how long it lasts, so that nothing has to be computed. */
  readonly has_duration: boolean;
  /** An uploaded picture that the thumbnail is made of. */
  readonly thumbnail?: string;
}

/** What a file is by its own bytes. */
export interface Facts {
  readonly mime_type: string;
  readonly format: string;
  readonly width?: number;
  readonly height?: number;
  /** Seconds, with a fraction. */
  readonly duration?: number;
  readonly has_video?: boolean;
  readonly has_audio?: boolean;
  readonly audio_codec?: string;
  readonly title?: string;
  readonly performer?: string;
}

/** A JPEG that a worker made. */
export interface DrawnPicture {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

export type ProbeAnswer =
  | { readonly ok: true; readonly facts: Facts; readonly pictures: readonly DrawnPicture[] }
  | { readonly ok: false; readonly error: string };

export type WorkerMessage =
  /** Sent once, when the worker has loaded its libraries. */
  | { readonly is: "ready" }
  /** What is known before pictures are made; it holds even if making them fails. */
  | { readonly is: "facts"; readonly facts: Facts }
  | { readonly is: "answer"; readonly answer: ProbeAnswer };
