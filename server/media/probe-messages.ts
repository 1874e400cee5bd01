/** What the service and its media worker say to each other. */

export type ProbeRequest =
  | { readonly task: "probe"; readonly path: string }
  | {
      readonly task: "pictures";
      readonly path: string;
      readonly out: readonly string[];
      readonly sides: readonly number[];
    };

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

/** A picture the worker has written. */
export interface WrittenPicture {
  readonly path: string;
  readonly width: number;
  readonly height: number;
}

export type ProbeAnswer =
  | { readonly ok: true; readonly facts?: Facts; readonly pictures?: readonly WrittenPicture[] }
  | { readonly ok: false; readonly error: string };
