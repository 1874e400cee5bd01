/** Video and audio files of two seconds with valid containers and without content. */
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  MkvOutputFormat,
  MovOutputFormat,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  WebMOutputFormat,
} from "mediabunny";

const CONTAINERS = {
  mp4: () => new Mp4OutputFormat(),
  mov: () => new MovOutputFormat(),
  webm: () => new WebMOutputFormat(),
  mkv: () => new MkvOutputFormat(),
  ogg: () => new OggOutputFormat(),
};

export type Container = keyof typeof CONTAINERS;

const PACKETS = 100;
const PACKET_S = 0.02;
/** An Opus packet of 20 milliseconds. */
const PACKET = Uint8Array.of(8, 0, 0, 0);

interface VideoOptions {
  /** Pixels; 180 by default. */
  readonly height?: number;
  /** A PNG picture of the video. */
  readonly cover?: Uint8Array;
}

/** A video of 320 pixels width. */
export function video(container: Container, { height = 180, cover }: VideoOptions = {}): Promise<Buffer<ArrayBuffer>> {
  const config = { codec: "vp09.00.10.08", codedWidth: 320, codedHeight: height };
  const source = new EncodedVideoPacketSource("vp9");
  return record(
    container,
    (output) => {
      output.addVideoTrack(source);
      if (cover) output.setMetadataTags({ images: [{ data: cover, mimeType: "image/png", kind: "coverFront" }] });
    },
    (packet, first) => source.add(packet, first ? { decoderConfig: config } : undefined),
  );
}

/** A voice message or an audio file. */
export function audio(container: Container, codec: keyof typeof SOUNDS): Promise<Buffer<ArrayBuffer>> {
  const config = {
    codec: codec === "aac" ? "mp4a.40.2" : codec,
    numberOfChannels: 1,
    sampleRate: 48_000,
    description: SOUNDS[codec],
  };
  const source = new EncodedAudioPacketSource(codec);
  return record(
    container,
    (output) => output.addAudioTrack(source),
    (packet, first) => source.add(packet, first ? { decoderConfig: config } : undefined),
  );
}

/** Vorbis has three headers: what it is, its comments, and its code books, of which only the end is valid: one mode. */
const VORBIS_HEADERS = [
  // One channel at 48 kHz, in blocks of 2048.
  [1, 0, 0, 0, 0, 1, 0x80, 0xbb, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xbb, 1],
  [3, 0, 0, 0, 0, 0, 0, 0, 0, 1],
  [5, ...Array.from({ length: 40 }, () => 0), 1],
].map(([type, ...rest]) => Buffer.concat([Buffer.from([type!]), Buffer.from("vorbis"), Buffer.from(rest)]));
/** The decoder configuration for one channel at 48 kHz. */
const SOUNDS = {
  aac: Uint8Array.of(0x11, 0x88),
  opus: Buffer.concat([Buffer.from("OpusHead"), Buffer.from([1, 1, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 0])]),
  vorbis: Buffer.concat([
    Buffer.from([2, ...VORBIS_HEADERS.slice(0, 2).map(({ length }) => length)]),
    ...VORBIS_HEADERS,
  ]),
};

async function record(
  container: Container,
  addTrack: (output: Output) => void,
  add: (packet: EncodedPacket, first: boolean) => Promise<void>,
): Promise<Buffer<ArrayBuffer>> {
  const target = new BufferTarget();
  const output = new Output({ format: CONTAINERS[container](), target });
  addTrack(output);
  await output.start();
  for (let i = 0; i < PACKETS; i++) {
    await add(new EncodedPacket(PACKET, "key", i * PACKET_S, PACKET_S), i === 0);
  }
  await output.finalize();
  return Buffer.from(target.buffer!);
}
