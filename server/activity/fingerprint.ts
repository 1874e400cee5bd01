/** A number by which an update is found again in its bot's stream, before its `update_id` is known. */
import { crc32 } from "node:zlib";

const CRC32_VALUES = 2 ** 32;
/** Together with the checksum, the number stays below `Number.MAX_SAFE_INTEGER`. */
const MAX_LENGTH = 2 ** 21;

/** The length of a text and its CRC-32. Texts can be made on purpose that have the same. */
export function fingerprint(text: string): number {
  return (text.length % MAX_LENGTH) * CRC32_VALUES + crc32(text);
}
