/** A child process that holds many screens open and counts the frames of chats that they receive. */
import { connect } from "node:net";
import { frameReader } from "./websocket-frames.ts";
import { Histogram } from "./histogram.ts";
import type { Delivery, ScreenCommand, ScreenReply } from "./screens.ts";

/** Screens that are opened concurrently. */
const AT_ONCE = 16;
const HELLO = '{"type":"hello"';
const CHAT = '{"type":"chat"';
const DRAFT = '{"type":"streamed_draft"';
/** A text that begins with a time in milliseconds. */
const TIMED = '"text":"T';
/** Bytes of a frame in which such a text begins. */
const MAX_HEAD = 1000;
/** An empty pong with a zero mask: clients must mask their frames. */
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);

let frames = 0;
let delivered = { frames: 0, latencies: new Histogram() };

process.on("message", (command: ScreenCommand) => {
  void execute(command).then(
    (delivery) => reply({ frames, ...(delivery && { delivery }) }),
    (error: unknown) => reply({ frames, error: String(error) }),
  );
});

function reply(message: ScreenReply): void {
  process.send!(message);
}

async function execute(command: ScreenCommand): Promise<Delivery | undefined> {
  if ("take" in command) return takeDelivery();
  if ("open" in command) await openAll(command.port, [...command.open]);
  else while (frames < command.until) await new Promise((done) => setTimeout(done, 1));
  return undefined;
}

function takeDelivery(): Delivery {
  const { frames: count, latencies } = delivered;
  delivered = { frames: 0, latencies: new Histogram() };
  return { frames: count, p50_ms: latencies.percentile(0.5), p99_ms: latencies.percentile(0.99) };
}

function noteDelivery(text: Buffer): void {
  delivered.frames += 1;
  const at = text.subarray(0, MAX_HEAD).indexOf(TIMED);
  if (at < 0) return;
  const sent_ms = Number.parseFloat(text.toString("latin1", at + TIMED.length, at + TIMED.length + 20));
  delivered.latencies.add((performance.timeOrigin + performance.now() - sent_ms) * 1000);
}

async function openAll(port: number, tokens: string[]): Promise<void> {
  const openNext = async () => {
    for (let token = tokens.pop(); token !== undefined; token = tokens.pop()) await open(port, token);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, openNext));
}

/** Resolves when the `hello` frame has arrived. */
function open(port: number, token: string): Promise<void> {
  const request = [
    "GET /api/stream HTTP/1.1",
    "Host: bench",
    "Upgrade: websocket",
    "Connection: Upgrade",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    `Authorization: Bearer ${token}`,
  ];
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1" }, () => socket.write(`${request.join("\r\n")}\r\n\r\n`));
    const onBytes = frameReader({
      onText(text) {
        const isOfChat = text.indexOf(CHAT) === 0;
        if (isOfChat) frames += 1;
        if (isOfChat || text.indexOf(DRAFT) === 0) noteDelivery(text);
        else if (text.indexOf(HELLO) === 0) resolve();
      },
      onPing: () => socket.write(PONG),
    });
    let head: Buffer | undefined = Buffer.alloc(0);
    socket.on("data", (bytes: Buffer) => {
      if (!head) return onBytes(bytes);
      head = Buffer.concat([head, bytes]);
      const end = head.indexOf("\r\n\r\n");
      if (end < 0) return;
      const rest = head.subarray(end + 4);
      head = undefined;
      onBytes(rest);
    });
    socket.once("error", reject);
    socket.once("close", () => reject(new Error("the service closed a connection")));
  });
}
