/** The messages between the service and its media workers. */
import type { FileKind } from "@heliogram/shared/files.ts";

export interface ProbeRequest {
  readonly path: string;
  /** The kind the file is sent as. A worker reads only what the kind needs. */
  readonly kind: FileKind;
  /** Whether the file may become of the kind that fits it better (`fittingKind`). */
  readonly adapts: boolean;
  /** Whether the sender gave the duration, so that it need not be computed. */
  readonly has_duration: boolean;
  /** The path of an uploaded picture from which the thumbnail is made. */
  readonly thumbnail?: string;
}

/** The properties of a file, by its content. */
export interface Facts {
  readonly mime_type: string;
  readonly format: string;
  readonly width?: number;
  readonly height?: number;
  /** Seconds, with a fraction. */
  readonly duration?: number;
  /** Of a picture: whether it has several frames. */
  readonly is_animated?: boolean;
  readonly has_video?: boolean;
  readonly has_audio?: boolean;
  readonly audio_codec?: string;
  readonly title?: string;
  readonly performer?: string;
}

/** A JPEG created by a worker. */
export interface DrawnPicture {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

export type ProbeAnswer =
  | { readonly ok: true; readonly facts: Facts; readonly pictures: readonly DrawnPicture[] }
  | { readonly ok: false; readonly error: string };

export type WorkerMessage =
  /** Sent once, after the worker has loaded its libraries. */
  | { readonly is: "ready" }
  /** Sent before pictures are created; valid even if creating them fails. */
  | { readonly is: "facts"; readonly facts: Facts }
  | { readonly is: "answer"; readonly answer: ProbeAnswer };
