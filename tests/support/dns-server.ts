/** A DNS server of a test on 127.0.0.1, which knows a few names and can be silent about others. */
import { createSocket, type Socket } from "node:dgram";
import { isIPv4 } from "node:net";

/** The addresses of a name; "none": no such name; "fails": an error of the server; "silent": no answer. */
type DnsAnswer = readonly string[] | "none" | "fails" | "silent";

const TYPES: Readonly<Record<number, "A" | "AAAA">> = { 1: "A", 28: "AAAA" };
const NO_SUCH_NAME = 3;
const SERVER_FAILED = 2;

export class DnsServer {
  /** Every question, as `name type`. */
  readonly asked: string[] = [];
  readonly #socket: Socket = createSocket("udp4");
  readonly #answer: (name: string, type: string) => DnsAnswer;

  constructor(answer: (name: string, type: string) => DnsAnswer) {
    this.#answer = answer;
    this.#socket.on("message", (message, { port, address }) => {
      const reply = this.#replyTo(message);
      if (reply) this.#socket.send(reply, port, address);
    });
  }

  /** @returns its address as `host:port` */
  async listen(): Promise<string> {
    await new Promise<void>((done) => this.#socket.bind(0, "127.0.0.1", done));
    return `127.0.0.1:${this.#socket.address().port}`;
  }

  close(): void {
    this.#socket.close();
  }

  #replyTo(message: Buffer): Buffer | undefined {
    const labels: string[] = [];
    let at = 12;
    for (let length = message[at]!; length > 0; length = message[at]!) {
      labels.push(message.toString("latin1", at + 1, at + 1 + length));
      at += length + 1;
    }
    const type = TYPES[message.readUInt16BE(at + 1)] ?? "other";
    const name = labels.join(".").toLowerCase();
    this.asked.push(`${name} ${type}`);
    const answer = this.#answer(name, type);
    if (answer === "silent") return undefined;
    const records = typeof answer === "string" ? [] : answer.filter((address) => isIPv4(address) === (type === "A"));
    const head = Buffer.alloc(12);
    message.copy(head, 0, 0, 2);
    // A response, recursion wanted and available.
    head.writeUInt16BE(0x8180 | (answer === "none" ? NO_SUCH_NAME : answer === "fails" ? SERVER_FAILED : 0), 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(records.length, 6);
    return Buffer.concat([head, message.subarray(12, at + 5), ...records.map(record)]);
  }
}

/** A record of the name in the question. */
function record(address: string): Buffer {
  const data = isIPv4(address) ? Buffer.from(address.split(".").map(Number)) : ipv6(address);
  const head = Buffer.from([0xc0, 12, 0, data.length === 4 ? 1 : 28, 0, 1, 0, 0, 0, 60, 0, data.length]);
  return Buffer.concat([head, data]);
}

function ipv6(address: string): Buffer {
  const [left = "", right = ""] = address.split("::");
  const [first, last] = [left, right].map((half) => half.split(":").filter((group) => group !== ""));
  const groups = [...first!, ...Array.from({ length: 8 - first!.length - last!.length }, () => "0"), ...last!];
  return Buffer.from(groups.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff]));
}
