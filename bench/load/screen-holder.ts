/** Holds many people's screens open, in a process of its own: it counts the messages that come to them. */
import { connect } from "node:net";
import { frameReader } from "./screen-frames.ts";
import type { Asked, Counted } from "./screens.ts";

/** Screens that are being opened at a time. */
const AT_ONCE = 16;
const HELLO = '{"type":"hello"';
const CHAT = '{"type":"chat"';
/** An empty pong, masked with nothing, as clients must. */
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);

let frames = 0;

process.on("message", (asked: Asked) => {
  void carryOut(asked).then(
    () => tell({ frames }),
    (error: unknown) => tell({ frames, error: String(error) }),
  );
});

function tell(counted: Counted): void {
  process.send!(counted);
}

async function carryOut(asked: Asked): Promise<void> {
  if ("open" in asked) await openAll(asked.port, [...asked.open]);
  else while (frames < asked.until) await new Promise((done) => setTimeout(done, 1));
}

async function openAll(port: number, tokens: string[]): Promise<void> {
  const openNext = async () => {
    for (let token = tokens.pop(); token !== undefined; token = tokens.pop()) await open(port, token);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, openNext));
}

/** Resolves when the service has said `hello`. */
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
    const take = frameReader({
      onText(text) {
        if (text.indexOf(CHAT) === 0) frames += 1;
        else if (text.indexOf(HELLO) === 0) resolve();
      },
      onPing: () => socket.write(PONG),
    });
    let head: Buffer | undefined = Buffer.alloc(0);
    socket.on("data", (bytes: Buffer) => {
      if (!head) return take(bytes);
      head = Buffer.concat([head, bytes]);
      const end = head.indexOf("\r\n\r\n");
      if (end < 0) return;
      const rest = head.subarray(end + 4);
      head = undefined;
      take(rest);
    });
    socket.once("error", reject);
    socket.once("close", () => reject(new Error("the service closed a screen")));
  });
}
