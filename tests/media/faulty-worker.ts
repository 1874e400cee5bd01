/**
 * A media worker that hangs (which the file says then), dies and never comes up as files ask it to, and otherwise says
 * which process it is.
 */
import { readFileSync, writeFileSync } from "node:fs";
import type { ProbeRequest, WorkerMessage } from "heliogram/media/probe-messages.ts";

process.on("message", (request: ProbeRequest) => {
  const behaviour = readFileSync(request.path, "latin1");
  if (behaviour.startsWith("hang")) {
    writeFileSync(request.path, "hung");
    return;
  }
  if (behaviour === "die") die();
  // A type that names the process shows which one has answered.
  const named = { mime_type: `application/x-${process.pid}`, format: "" };
  const facts = behaviour === "picture" ? { mime_type: "image/png", format: "png", width: 10, height: 10 } : named;
  // What comes after is handed over before the process dies.
  post({ is: "facts", facts }, () => (behaviour === "picture" ? die() : undefined));
  if (behaviour !== "picture") post({ is: "answer", answer: { ok: true, facts, pictures: [] } });
});
post({ is: "ready" });

function post(message: WorkerMessage, then = () => {}): void {
  process.send!(message, then);
}

function die(): never {
  process.kill(process.pid, "SIGSEGV");
  throw new Error("killed");
}
