/** The operator's door into a running service: a socket in the data folder, open to whoever may read the folder. */
import { once } from "node:events";
import { existsSync, unlinkSync } from "node:fs";
import { createServer } from "node:http";
import { pipeline } from "node:stream";
import { StoreUnavailable } from "../store/db.ts";
import { carryOut } from "./accounts.ts";
import type { Order } from "./commands.ts";
import { readText } from "./control-line.ts";
import { attempt, OrderFault } from "./faults.ts";
import type { Service } from "./service.ts";
import { nextTurn } from "./turns.ts";

/** Elements of a list that are written at once: less than a millisecond. */
const PIECE = 1000;

/** Listens for commands until the process ends. `onFault` is told what no operator did wrong. @throws Fault */
export async function serveControl(service: Service, path: string, onFault: (error: unknown) => void): Promise<void> {
  if (existsSync(path)) unlinkSync(path);
  const { db, hashes, deps } = service;
  const ground = { db, hashes, updates: deps.updates, addresses: [deps.addresses.common, ...service.elsewhere] };
  const server = createServer((req, res) => {
    void readText(req)
      .then((text) => carryOut(ground, JSON.parse(text) as Order))
      .then(
        (result) => {
          if (!Array.isArray(result)) res.end(JSON.stringify({ ok: true, result }));
          // Whoever asked may have gone meanwhile, which is their affair.
          else pipeline(pieces(result), res, () => {});
        },
        (error: unknown) => {
          const known = error instanceof OrderFault;
          if (!known) onFault(error);
          const sentence = known ? error.message : sentenceFor(error);
          res.end(JSON.stringify({ ok: false, sentence }));
        },
      );
  });
  await attempt("the data folder cannot be used", async () => {
    server.listen(path);
    await once(server, "listening");
  });
  server.unref();
}

/** Lists are long: they are written a piece at a time, so that the service answers others in between. */
async function* pieces(result: readonly unknown[]): AsyncGenerator<string> {
  yield '{"ok":true,"result":[';
  for (let from = 0; from < result.length; from += PIECE) {
    const piece = JSON.stringify(result.slice(from, from + PIECE)).slice(1, -1);
    yield from === 0 ? piece : `,${piece}`;
    await nextTurn();
  }
  yield "]}";
}

function sentenceFor(error: unknown): string {
  if (!(error instanceof StoreUnavailable)) return "the service could not do it; its log says why";
  return error.in_doubt
    ? "the database was lost meanwhile: look whether it is done"
    : "the database does not answer; nothing was changed";
}
