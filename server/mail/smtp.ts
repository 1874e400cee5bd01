/** The connection to the SMTP server. The operator names the server, so no rule about addresses applies to it. */
import type { Transporter } from "nodemailer";
import type SMTPPool from "nodemailer/lib/smtp-pool/index.js";
import type { MailLanguage } from "../domain/mail.ts";
import type { SmtpServer } from "../settings/smtp-url.ts";
import { render, type Letter } from "./letter.ts";

export interface SmtpOptions extends SmtpServer {
  /** Of the authority that has signed the server's certificate, in PEM; those of Node.js without it. */
  readonly certificate: string | undefined;
  readonly from: { readonly name: string; readonly address: string };
  /** The host of this service, with which it greets the server (EHLO): servers distrust a sender without a name. */
  readonly greeting_host: string;
}

/** Mails of one connection, after which it is closed: servers end long ones themselves. */
const MAILS_PER_CONNECTION = 100;

export interface Envelope {
  readonly to: string;
  readonly language: MailLanguage;
  /** The same for each attempt, so that receivers can drop a second copy. */
  readonly message_id: string | undefined;
}

export class Smtp {
  readonly #options: SmtpOptions;
  #transport: Promise<Transporter<SMTPPool.SentMessageInfo, SMTPPool.Options>> | undefined;

  constructor(options: SmtpOptions) {
    this.#options = options;
  }

  get connections(): number {
    return this.#options.connections;
  }

  /** Connects, encrypts and signs in, and sends nothing. @throws Error of nodemailer (`smtpFailure`) */
  async verify(): Promise<void> {
    const transport = await this.#open();
    await transport.verify();
  }

  /** Resolves when the server has taken the mail. @throws Error of nodemailer (`smtpFailure`) */
  async send(letter: Letter, { to, language, message_id }: Envelope): Promise<void> {
    const transport = await this.#open();
    const { unsubscribe_url } = letter;
    await transport.sendMail({
      ...render(letter, language),
      from: this.#options.from,
      to: { name: "", address: to },
      ...(message_id === undefined ? {} : { messageId: message_id }),
      headers: { ...NO_ANSWERS, ...unsubscribeHeaders(unsubscribe_url) },
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  /** Closes idle connections, and the others when they are done. */
  async close(): Promise<void> {
    const transport = await this.#transport;
    transport?.close();
  }

  /** The package is loaded by the first use: a service without mail does not have it in memory. */
  #open(): Promise<Transporter<SMTPPool.SentMessageInfo, SMTPPool.Options>> {
    return (this.#transport ??= import("nodemailer").then(({ createTransport }) =>
      createTransport(transportOptions(this.#options)),
    ));
  }
}

/**
 * Nobody reads an answer, and no absence note is wanted: by RFC 3834, and as Exchange knows it ([MS-OXCMAIL] 2.1.3.2.20).
 * Non-delivery reports (NDR) are wanted.
 */
const NO_ANSWERS = {
  "Auto-Submitted": "auto-generated",
  "X-Auto-Response-Suppress": "DR, RN, NRN, OOF, AutoReply",
};

/** One click is for addresses of https alone (RFC 8058). */
function unsubscribeHeaders(url: string | undefined) {
  if (url === undefined) return {};
  const address = { "List-Unsubscribe": { prepared: true, value: `<${url}>` } };
  return url.startsWith("https:") ? { ...address, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" } : address;
}

/** A name, or an address as RFC 5321 §4.1.3 writes it. */
function greetingOf(host: string): string {
  if (host.startsWith("[")) return host.replace("[", "[IPv6:");
  return /^[\d.]+$/.test(host) ? `[${host}]` : host;
}

function transportOptions(options: SmtpOptions): SMTPPool.Options {
  const { greeting_host, host, port, is_encrypted, tls, credentials, connections, timeout_s, certificate } = options;
  const timeout_ms = timeout_s * 1000;
  return {
    name: greetingOf(greeting_host),
    host,
    port,
    secure: is_encrypted,
    requireTLS: !is_encrypted && tls === "required",
    ignoreTLS: tls === "off",
    ...(credentials ? { auth: { user: credentials.user, pass: credentials.password } } : {}),
    ...(certificate === undefined ? {} : { tls: { ca: certificate } }),
    pool: true,
    maxConnections: connections,
    maxMessages: MAILS_PER_CONNECTION,
    connectionTimeout: timeout_ms,
    greetingTimeout: timeout_ms,
    socketTimeout: timeout_ms,
    dnsTimeout: timeout_ms,
    logger: false,
  };
}
