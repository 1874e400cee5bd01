/** Puts the assistant to work: gives its account a token, and a line to this very service over HTTP. */
import { readyAssistant } from "../app/assistant-account.ts";
import { Assistant } from "../assistant/assistant.ts";
import { Egress } from "../egress/egress.ts";
import type { Parts } from "./parts.ts";

/** Far longer than a poll lasts: on one machine a call ends by itself, or its connection breaks. */
const TIMEOUT_MS = 10 * 60_000;
/** Updates come in batches of 4 MiB and one message more. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
const CONNECTIONS = 16;

export interface RunningAssistant {
  stop(): void;
  /** Resolves when the assistant has left off. */
  finished(): Promise<void>;
}

/** Starts the assistant. `url` is where the service listens, on this machine. */
export async function startAssistant({ options, db, hashes, onFault }: Parts, url: string): Promise<RunningAssistant> {
  const { clock, random } = options;
  const mint = { hashes, bytes: random.bytes };
  const token = await db.write((tx) => readyAssistant(tx, mint, Math.floor(clock.now() / 1000)));
  // It goes to one address, the service's own, which the rules for bots' addresses would refuse.
  const rules = { allow: [], allow_everything: true };
  const egress = new Egress({ rules, clock, connections: CONNECTIONS });
  const limits = { timeout_ms: TIMEOUT_MS, max_answer_bytes: MAX_ANSWER_BYTES };
  const carry = async (path: string, body: string) => {
    const answer = await egress.post(url + path, { "content-type": "application/json" }, body, limits);
    return { status: answer.status, body: answer.body.toString("utf8") };
  };
  const assistant = new Assistant({ carry, token, clock, onFault });
  const finished = async () => {
    await assistant.finished();
    egress.close();
  };
  return { stop: () => assistant.stop(), finished };
}
