/** The encrypted listener of a service, and its certificate, which is read again when its files have changed. */
import { readFile } from "node:fs/promises";
import type { ConnectionLimits } from "../http/connection-limits.ts";
import { TlsListener, type Certificate, type TlsListenerOptions } from "../http/tls-listener.ts";
import type { Log } from "../operations/log.ts";
import { attempt, reasonOf } from "./exit-error.ts";

/** Milliseconds between two looks at the files. */
const CHECK_MS = 10_000;

/** Milliseconds for handshakes that have begun when the service stops. New connections wait as long during a restart. */
const HANDSHAKES_END_MS = 1000;

export interface TlsOptions extends Certificate {
  readonly host: string;
  readonly port: number;
  /** The descriptor of a socket that is bound already, in place of both. */
  readonly socket_fd?: number | undefined;
  /** The files of the certificate and of its key; `undefined` where the settings have one themselves. */
  readonly cert_file: string | undefined;
  readonly key_file: string | undefined;
  /** Set by tests. */
  readonly check_ms?: number | undefined;
}

export interface TlsParts {
  readonly limits: ConnectionLimits;
  readonly serve: TlsListenerOptions["serve"];
  readonly log: Log;
  readonly after: (delay_ms: number, fire: () => void) => () => void;
}

export interface OpenedTls {
  readonly url: string;
  /** Accepts no connection any more, and lets handshakes end for a moment. */
  close(): Promise<void>;
}

/** @throws ExitError when the certificate or the address cannot be used */
export async function openTls(options: TlsOptions, parts: TlsParts): Promise<OpenedTls> {
  const { host, cert, key } = options;
  const { limits, serve } = parts;
  const listener = await attempt(
    "HELIOGRAM_TLS_CERTIFICATE and HELIOGRAM_TLS_KEY cannot be used",
    async () => new TlsListener({ certificate: { cert, key }, limits, serve }),
  );
  const bound = await attempt(`cannot listen on ${host}:${options.port} (HELIOGRAM_TLS_PORT)`, () =>
    listener.listen(options),
  );
  const stop = followFiles(options, listener, parts);
  const name = host === "0.0.0.0" || host === "::" ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return {
    url: `https://${name}:${bound}`,
    async close() {
      stop();
      listener.stopListening();
      if (listener.handshakes === 0) return;
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      const cancel = parts.after(HANDSHAKES_END_MS, end);
      await Promise.race([listener.handshakesEnded(), ended]);
      cancel();
      listener.endHandshakes();
    },
  };
}

/**
 * Looks at the files now and then. One of the two may be replaced before the other: until they fit, the former pair
 * stays in use.
 * @returns a function that ends it
 */
function followFiles(options: TlsOptions, listener: TlsListener, { log, after }: TlsParts): () => void {
  const { cert_file, key_file, check_ms = CHECK_MS } = options;
  if (cert_file === undefined && key_file === undefined) return () => {};
  let used = options.cert.trim() + options.key.trim();
  let warned = "";
  let cancel = () => {};
  const check = async () => {
    let found = "";
    try {
      const cert = cert_file === undefined ? options.cert : (await readFile(cert_file, "utf8")).trim();
      const key = key_file === undefined ? options.key : (await readFile(key_file, "utf8")).trim();
      found = cert + key;
      if (found === used) return;
      listener.renew({ cert, key });
      used = found;
      warned = "";
      log.info({}, "the certificate has been read again");
    } catch (error) {
      const reason = `${reasonOf(error)} ${found}`;
      if (reason === warned) return;
      warned = reason;
      log.warn({ err: error }, "the new certificate cannot be used: the former one stays in use");
    }
  };
  let isEnded = false;
  const later = () => {
    if (!isEnded) cancel = after(check_ms, () => void check().then(later));
  };
  later();
  return () => {
    isEnded = true;
    cancel();
  };
}
