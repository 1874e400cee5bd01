/** Why a mail was not taken: at which step, and whether another attempt may help. */
import type { MailStep } from "@heliogram/shared/mail.ts";

export interface SmtpFailure {
  readonly step: MailStep;
  /** The code of the server's answer, if it has answered. */
  readonly code: number | undefined;
  /** The enhanced code of the answer (RFC 3463), as 5.7.1, if it has one. */
  readonly status: string | undefined;
  /** Whether it concerns this mail alone: others may be sent. */
  readonly isOfMail: boolean;
  /** Whether the same mail would be refused again. */
  readonly isFinal: boolean;
  /** What the server or the network says, on one line. It may name the recipient, so it is shown and never logged. */
  readonly reason: string;
}

/** The reason if the server answers in clear where TLS was begun. */
export const NOT_ENCRYPTED = "the server answers in clear";

const PERMANENT = 500;
const MAX_REASON = 300;

/** What an error of nodemailer has. */
interface SmtpError {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
  readonly message: string;
}

const BY_CODE: Readonly<Record<string, MailStep>> = {
  EDNS: "name",
  ETLS: "encryption",
  EREQUIRETLS: "encryption",
  EAUTH: "sign_in",
  ENOAUTH: "sign_in",
};

export function smtpFailure(thrown: unknown): SmtpFailure {
  const error = thrown as SmtpError;
  const step = stepOf(error);
  const isOfMail = step === "recipient" || step === "message";
  return {
    step,
    code: error.responseCode,
    status: /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(error.response ?? "")?.[1],
    isOfMail,
    isFinal: isOfMail && (error.responseCode ?? 0) >= PERMANENT,
    reason: oneLine(error.response ?? plainReason(error.message)),
  };
}

/** The code names most steps. The others follow from the command to which the server has answered. */
function stepOf({ code = "", command = "", message }: SmtpError): MailStep {
  const step = BY_CODE[code];
  if (step) return step;
  if (/getaddrinfo/.test(message)) return "name";
  if (/certificate|self-signed|\bSSL\b|\bTLS\b/i.test(message)) return "encryption";
  if (command.startsWith("MAIL")) return "sender";
  if (command.startsWith("RCPT")) return "recipient";
  if (command.startsWith("DATA") || code === "EMESSAGE") return "message";
  if (command.startsWith("AUTH")) return "sign_in";
  return code === "EENVELOPE" ? "recipient" : "connection";
}

/** OpenSSL and Node.js name their own files and options. */
function plainReason(message: string): string {
  if (/wrong version number|packet length too long/.test(message)) return NOT_ENCRYPTED;
  return message.replace(/; if the root CA .*$/, "");
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\p{Cc}+/gu, " ").trim();
  return line.length > MAX_REASON ? `${line.slice(0, MAX_REASON)}…` : line;
}
