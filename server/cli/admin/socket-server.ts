/** The admin socket of a running service: a Unix socket in the data folder, open to those who can access the folder. */
import { once } from "node:events";
import { existsSync, unlinkSync } from "node:fs";
import { createServer } from "node:http";
import { pipeline } from "node:stream";
import { createGzip } from "node:zlib";
import { StoreUnavailable } from "../../store/db.ts";
import { EXPORTS, openExport } from "./export.ts";
import { executeCommand } from "./execute.ts";
import type { AdminCommand } from "./command.ts";
import { ARCHIVE_TYPE, readText } from "./socket-client.ts";
import { CommandRefused } from "../errors.ts";
import { attempt } from "../../runtime/exit-error.ts";
import { writeIsoTime } from "../../runtime/iso-time.ts";
import type { Service } from "../../runtime/service.ts";
import { yieldToEventLoop } from "../../runtime/event-loop.ts";

/** Elements of a list that are serialized in one turn of the event loop, in less than a millisecond. */
const ELEMENTS_PER_TURN = 1000;

/** Listens for commands until the process ends. `onError` gets unexpected errors. @throws ExitError */
export async function serveAdminSocket(
  service: Service,
  path: string,
  onError: (error: unknown) => void,
): Promise<void> {
  const { db, hashes, app, deps } = service;
  const { audit_days } = deps.settings;
  const addresses = [deps.addresses.public_url, ...service.elsewhere];
  const context = { db, hashes, app, updates: deps.updates, audit_days, addresses };
  const server = createServer((req, res) => {
    void readText(req)
      .then(async (text) => {
        const command = JSON.parse(text) as AdminCommand;
        if (!EXPORTS.includes(command.command)) return executeCommand(context, command);
        return new Archive(await openExport({ db, blobs: service.blobs, writeDate: writeIsoTime }, command));
      })
      .then(
        (result) => {
          if (result instanceof Archive) {
            res.setHeader("content-type", ARCHIVE_TYPE);
            pipeline(result.chunks, createGzip(), res, (error) => error && onError(error));
          } else if (!Array.isArray(result)) res.end(JSON.stringify({ ok: true, result }));
          // Errors are ignored: the client may have disconnected.
          else pipeline(chunks(result), res, () => {});
        },
        (error: unknown) => {
          const isRefusal = error instanceof CommandRefused;
          if (!isRefusal) onError(error);
          const sentence = isRefusal ? error.message : messageFor(error);
          res.end(JSON.stringify({ ok: false, sentence }));
        },
      );
  });
  await attempt("the data folder cannot be used", async () => {
    if (existsSync(path)) unlinkSync(path);
    server.listen(path);
    await once(server, "listening");
  });
  server.unref();
}

/** A result that is streamed. */
class Archive {
  readonly chunks: AsyncIterable<Uint8Array>;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.chunks = chunks;
  }
}

/** Serializes a long list in chunks, so that the service answers other requests in between. */
async function* chunks(result: readonly unknown[]): AsyncGenerator<string> {
  yield '{"ok":true,"result":[';
  for (let from = 0; from < result.length; from += ELEMENTS_PER_TURN) {
    const chunk = JSON.stringify(result.slice(from, from + ELEMENTS_PER_TURN)).slice(1, -1);
    yield from === 0 ? chunk : `,${chunk}`;
    await yieldToEventLoop();
  }
  yield "]}";
}

function messageFor(error: unknown): string {
  if (!(error instanceof StoreUnavailable)) return "the service could not do it; its log says why";
  return error.in_doubt
    ? "the database was lost meanwhile: look whether it is done"
    : "the database does not answer; nothing was changed";
}
