/** Parses unmasked WebSocket frames, as servers send them. */

/** The bits of the first byte that hold the opcode. */
const OPCODE = 0x0f;
const TEXT = 1;
const PING = 9;
const TWO_BYTES = 126;
const EIGHT_BYTES = 127;

export interface FrameHandlers {
  readonly onText: (text: Buffer) => void;
  readonly onPing: () => void;
}

/** @returns a function that takes the bytes of the connection in order */
export function frameReader({ onText, onPing }: FrameHandlers): (bytes: Buffer) => void {
  let incomplete: Buffer | undefined;
  return (bytes) => {
    let rest = incomplete ? Buffer.concat([incomplete, bytes]) : bytes;
    for (let frame = parseFrame(rest); frame; frame = parseFrame(rest)) {
      if (frame.opcode === TEXT) onText(frame.payload);
      else if (frame.opcode === PING) onPing();
      rest = rest.subarray(frame.size);
    }
    incomplete = rest.length > 0 ? rest : undefined;
  };
}

function parseFrame(bytes: Buffer): { opcode: number; payload: Buffer; size: number } | undefined {
  const second = bytes[1];
  if (second === undefined) return undefined;
  const extra = second === EIGHT_BYTES ? 8 : second === TWO_BYTES ? 2 : 0;
  const start = 2 + extra;
  if (bytes.length < start) return undefined;
  const length = extra === 0 ? second : extra === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  const size = start + length;
  if (bytes.length < size) return undefined;
  return { opcode: bytes[0]! & OPCODE, payload: bytes.subarray(start, size), size };
}
