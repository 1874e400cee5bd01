/** A child process that holds many screens open and counts the frames of chats that they receive. */
import { connect } from "node:net";
import { frameReader } from "./websocket-frames.ts";
import type { ScreenCommand, ScreenReply } from "./screens.ts";

/** Screens that are opened concurrently. */
const AT_ONCE = 16;
const HELLO = '{"type":"hello"';
const CHAT = '{"type":"chat"';
/** An empty pong with a zero mask: clients must mask their frames. */
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);

let frames = 0;

process.on("message", (command: ScreenCommand) => {
  void execute(command).then(
    () => reply({ frames }),
    (error: unknown) => reply({ frames, error: String(error) }),
  );
});

function reply(message: ScreenReply): void {
  process.send!(message);
}

async function execute(command: ScreenCommand): Promise<void> {
  if ("open" in command) await openAll(command.port, [...command.open]);
  else while (frames < command.until) await new Promise((done) => setTimeout(done, 1));
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
        if (text.indexOf(CHAT) === 0) frames += 1;
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
