/** Reads the frames of a web socket from a service, which are never masked. */

/** The bits of the first byte that say which kind of frame it is. */
const KIND = 0x0f;
const TEXT = 1;
const PING = 9;
const TWO_BYTES = 126;
const EIGHT_BYTES = 127;

export interface FrameTaker {
  readonly onText: (text: Buffer) => void;
  readonly onPing: () => void;
}

/** @returns what is given the bytes as they come */
export function frameReader({ onText, onPing }: FrameTaker): (bytes: Buffer) => void {
  let early: Buffer | undefined;
  return (bytes) => {
    let rest = early ? Buffer.concat([early, bytes]) : bytes;
    for (let frame = frameOf(rest); frame; frame = frameOf(rest)) {
      if (frame.kind === TEXT) onText(frame.payload);
      else if (frame.kind === PING) onPing();
      rest = rest.subarray(frame.size);
    }
    early = rest.length > 0 ? rest : undefined;
  };
}

function frameOf(bytes: Buffer): { kind: number; payload: Buffer; size: number } | undefined {
  const second = bytes[1];
  if (second === undefined) return undefined;
  const extra = second === EIGHT_BYTES ? 8 : second === TWO_BYTES ? 2 : 0;
  const begin = 2 + extra;
  if (bytes.length < begin) return undefined;
  const length = extra === 0 ? second : extra === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  const size = begin + length;
  if (bytes.length < size) return undefined;
  return { kind: bytes[0]! & KIND, payload: bytes.subarray(begin, size), size };
}
