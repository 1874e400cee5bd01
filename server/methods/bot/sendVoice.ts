/** sendVoice: sends a voice message (interface.md, sendVoice). */
import { MAX_PEAK } from "@heliogram/shared/limits.ts";
import { definedOnly } from "../engine/defined-only.ts";
import { arrayOf, described, int, optional, ParameterError, type Field } from "../engine/fields.ts";
import { duration, fileMethod } from "../messages/file-method.ts";

/** The largest number of peaks of a message, and the largest peak: five bits, the resolution of a bar on a screen. */
const MAX_PEAKS = 128;

function waveform(): Field<readonly number[]> {
  const list = arrayOf(int(), { max: MAX_PEAKS });
  return described(
    {
      read(raw, name) {
        const peaks = list.read(raw, name);
        if (peaks.some((peak) => peak < 0 || peak > MAX_PEAK)) {
          throw new ParameterError(`invalid ${name}: every peak is a number from 0 to ${MAX_PEAK}`);
        }
        return peaks;
      },
      schema: { type: "array", items: { type: "integer", minimum: 0, maximum: MAX_PEAK }, maxItems: MAX_PEAKS },
    },
    `The waveform of an uploaded file: about 100 peaks from beginning to end, each 0 to ${MAX_PEAK}.`,
  );
}

export const sendVoice = fileMethod({
  name: "sendVoice",
  summary: "Sends a voice message.",
  kind: "voice",
  takes: "OGG with Opus or Vorbis, MP3, M4A, or WebM with Opus.",
  fields: { duration: duration(), waveform: optional(waveform()) },
  hints: ({ duration: lasting, waveform: peaks }) => definedOnly({ duration: lasting, waveform: peaks }),
  example: {
    file_id: "AQAA…",
    file_unique_id: "x7Yd0q3mUe5w2r1t",
    duration: 4,
    mime_type: "audio/ogg",
    file_size: 9216,
  },
});
