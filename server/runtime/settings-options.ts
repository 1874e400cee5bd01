/** Converts settings to options of the components, in their units. */
import type { MediaLimits } from "@heliogram/shared/wire.ts";
import type { Settings } from "../settings/settings.ts";
import { readFileSync } from "node:fs";
import type { ProviderOptions } from "../oidc/provider.ts";
import { readMailAddress } from "../app/mail/read-address.ts";
import type { MailOptions } from "./mail-options.ts";
import type { S3Options } from "../media/s3/s3-options.ts";
import type { PostgresLimits } from "../store/postgres/options.ts";
import { EXIT, ExitError } from "./exit-error.ts";
import type { TlsOptions } from "./tls.ts";

const MIB = 1024 * 1024;

/** Free bytes below which uploads are refused. */
export function minFreeFrom(settings: Settings): number {
  return settings.min_free_mb * MIB;
}

/** The bucket for files; `undefined` if they are stored in the data folder. @throws ExitError */
export function filesFrom(settings: Settings): S3Options | undefined {
  const { files_url, files_access_key, files_secret_key, files_session_token = "", files_certificate = "" } = settings;
  if (!files_url) return undefined;
  if (files_access_key === undefined || files_secret_key === undefined)
    throw new ExitError(
      "HELIOGRAM_FILES_URL needs the keys of the bucket: set HELIOGRAM_FILES_ACCESS_KEY and HELIOGRAM_FILES_SECRET_KEY",
      EXIT.settings,
    );
  const { bucket, prefix, region, endpoint, style } = files_url;
  return {
    bucket,
    prefix,
    region,
    endpoint,
    style,
    access_key: files_access_key,
    secret_key: files_secret_key,
    session_token: files_session_token,
    certificate: files_certificate,
  };
}

/** `name@example.org`, or `Name <name@example.org>`. */
const SENDER = /^(?:([^<>]*[^<>\s])\s*<([^<>\s]+)>|([^<>\s]+))$/;

/** The mail server; `undefined` if the service sends no mail. @throws ExitError */
export function mailFrom(settings: Settings): MailOptions | undefined {
  const { smtp_url, smtp_from, smtp_certificate, public_url } = settings;
  if (!smtp_url) return undefined;
  const need = (what: string) => new ExitError(`HELIOGRAM_SMTP_URL needs ${what}`, EXIT.settings);
  if (public_url === undefined) throw need("the address that links in mails lead to: set HELIOGRAM_PUBLIC_URL");
  const [, name = "", bracketed, plain] = SENDER.exec(smtp_from ?? "") ?? [];
  const from = readMailAddress(bracketed ?? plain ?? "");
  if (!from) throw need("the address that mails are from: set HELIOGRAM_SMTP_FROM, as Chat <chat@example.org>");
  const sender = { name: name.replaceAll(/^"|"$/g, ""), address: from.address };
  const greeting_host = new URL(public_url).hostname;
  return { smtp: { ...smtp_url.server, certificate: smtp_certificate, from: sender, greeting_host }, public_url };
}

/**
 * The listener for HTTPS; `undefined` if there is none.
 * @param socket_fd - of a socket that is bound already
 * @throws ExitError
 */
export function tlsFrom(
  settings: Settings,
  files: Readonly<Record<string, string>>,
  socket_fd: number | undefined,
): TlsOptions | undefined {
  const { tls_port, tls_host, tls_certificate, tls_key } = settings;
  if (tls_port === undefined) return undefined;
  if (tls_certificate === undefined || tls_key === undefined)
    throw new ExitError(
      "HELIOGRAM_TLS_PORT needs a certificate and its key: set HELIOGRAM_TLS_CERTIFICATE_FILE and HELIOGRAM_TLS_KEY_FILE",
      EXIT.settings,
    );
  return {
    host: tls_host,
    port: tls_port,
    socket_fd,
    cert: tls_certificate,
    key: tls_key,
    cert_file: files.tls_certificate,
    key_file: files.tls_key,
  };
}

/** The OpenID providers, with the secrets in files of their own. @throws ExitError */
export function providersFrom({ oidc, public_url }: Settings): readonly ProviderOptions[] {
  if (oidc.length > 0 && public_url === undefined)
    throw new ExitError(
      "HELIOGRAM_OIDC needs the address to which providers send people back: set HELIOGRAM_PUBLIC_URL",
      EXIT.settings,
    );
  return oidc.map(({ client_secret, client_secret_file, certificate_file, owner, ...rest }) => ({
    ...rest,
    owner,
    client_secret: client_secret_file === undefined ? client_secret : readPart(client_secret_file).trim(),
    certificate: certificate_file === undefined ? "" : readPart(certificate_file),
  }));
}

/** @throws ExitError */
function readPart(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    throw new ExitError(
      `${path}, which HELIOGRAM_OIDC names, cannot be read: see that the file is there`,
      EXIT.settings,
    );
  }
}

/** The sizes of behaviour.md §5, in bytes. */
export function limitsFrom(settings: Settings): MediaLimits {
  return {
    photo: settings.photo_mb * MIB,
    document: settings.document_mb * MIB,
    video: settings.video_mb * MIB,
    audio: settings.audio_mb * MIB,
    voice: settings.voice_mb * MIB,
    media_group_file: settings.media_group_file_mb * MIB,
  };
}

export function postgresFrom(settings: Settings): PostgresLimits {
  return {
    connections: settings.database_pool,
    wait_ms: settings.database_wait_s * 1000,
    statement_ms: settings.database_statement_s * 1000,
    start_ms: settings.database_start_s * 1000,
  };
}
