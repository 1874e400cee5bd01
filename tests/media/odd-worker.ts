/** A media worker that hangs (which the file says then) and dies as files ask it to, and otherwise says which process it is. */
import { readFileSync, writeFileSync } from "node:fs";
import type { ProbeAnswer, ProbeRequest } from "heliogram/media/probe-messages.ts";

process.on("message", (request: ProbeRequest) => {
  const wish = readFileSync(request.path, "latin1");
  if (wish === "hang") {
    writeFileSync(request.path, "hung");
    return;
  }
  if (wish === "die") process.kill(process.pid, "SIGSEGV");
  else process.send!(answer(request, wish === "picture"));
});

function answer(request: ProbeRequest, isPicture: boolean): ProbeAnswer {
  if (request.task === "pictures") {
    writeFileSync(request.out[0]!, "half a picture");
    process.kill(process.pid, "SIGSEGV");
  }
  // A type that names the process shows which one has answered.
  if (isPicture) return { ok: true, facts: { mime_type: "image/png", format: "png", width: 10, height: 10 } };
  return { ok: true, facts: { mime_type: `application/x-${process.pid}`, format: "" } };
}
