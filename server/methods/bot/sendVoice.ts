/** sendVoice: a voice message (interface.md, sendVoice). */
import { definedOnly } from "../defined.ts";
import { arrayOf, described, int, optional, ParameterFault, type Field } from "../fields.ts";
import { duration, fileMethod } from "../file-method.ts";

/** Peaks of one message, and how high each can be: five bits, as many steps as a bar on a screen can show. */
const MAX_PEAKS = 128;
const MAX_PEAK = 31;

function waveform(): Field<readonly number[]> {
  const list = arrayOf(int(), { max: MAX_PEAKS });
  return described(
    {
      read(raw, name) {
        const peaks = list.read(raw, name);
        if (peaks.some((peak) => peak < 0 || peak > MAX_PEAK)) {
          throw new ParameterFault(`invalid ${name}: every peak is a number from 0 to ${MAX_PEAK}`);
        }
        return peaks;
      },
      schema: { type: "array", items: { type: "integer", minimum: 0, maximum: MAX_PEAK }, maxItems: MAX_PEAKS },
    },
    `Peaks from the beginning to the end, about 100, each 0 to ${MAX_PEAK}; what people see of an upload's sound.`,
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
