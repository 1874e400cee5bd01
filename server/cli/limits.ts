/** The sizes of behaviour.md §5, in bytes. */
import type { MediaLimits } from "../methods/deps.ts";

const MIB = 1024 * 1024;

export const DEFAULT_LIMITS: MediaLimits = {
  photo: 10 * MIB,
  document: 100 * MIB,
  video: 100 * MIB,
  audio: 100 * MIB,
  voice: 100 * MIB,
  media_group_file: 100 * MIB,
};
