/** Whether the mail server can be reached, encrypts, and takes the credentials. Nothing is sent. */
import { NOT_ENCRYPTED, smtpFailure } from "../../mail/smtp-failure.ts";
import { Smtp } from "../../mail/smtp.ts";
import type { Settings } from "../../settings/settings.ts";
import { mailFrom } from "../settings-options.ts";
import { ok, problem, type Finding } from "./finding.ts";

const ADVICE: Readonly<Record<string, string>> = {
  name: "compare the host in HELIOGRAM_SMTP_URL with the name of the mail server",
  connection:
    "see that the mail server runs, and that this machine may connect to the port in HELIOGRAM_SMTP_URL; a port that begins encrypted, as 465, needs smtps://",
  encryption:
    "name the server as in its certificate, give its authority in HELIOGRAM_SMTP_CERTIFICATE_FILE, or allow plain text by tls=off in HELIOGRAM_SMTP_URL",
  sign_in: "compare the user and the password in HELIOGRAM_SMTP_URL with those of the mail server",
};

/** Servers on port 465 are silent until the client begins to encrypt. */
const OTHER_SCHEME = {
  smtps:
    "let HELIOGRAM_SMTP_URL begin with smtp://, or name the port that is encrypted from the start, which often is 465",
  smtp: "let HELIOGRAM_SMTP_URL begin with smtps:// if the port is encrypted from the start, as 465 is",
};

/** @throws ExitError if a setting that mail needs is missing */
export async function checkMail(settings: Settings): Promise<readonly Finding[]> {
  const mail = mailFrom(settings);
  if (!mail) return [];
  const { host, port, is_encrypted, credentials } = mail.smtp;
  const smtp = new Smtp(mail.smtp);
  try {
    await smtp.verify();
    const taken = credentials ? "takes the user and the password" : "is used without a user";
    return [
      ok("mail", `the mail server ${host}:${port} answers and ${taken}; a test mail shows whether it takes mails`),
    ];
  } catch (error) {
    const { step, reason } = smtpFailure(error);
    const message = `the mail server ${host}:${port} cannot be used (${step.replace("_", "-")}): ${reason}`;
    return [problem("mail", message, schemeAdvice(reason, is_encrypted) ?? ADVICE[step] ?? "see the reason")];
  } finally {
    await smtp.close();
  }
}

/** What to do if the address begins with the wrong one of the two schemes. */
function schemeAdvice(reason: string, is_encrypted: boolean): string | undefined {
  if (is_encrypted) return reason === NOT_ENCRYPTED ? OTHER_SCHEME.smtps : undefined;
  return /greeting/i.test(reason) ? OTHER_SCHEME.smtp : undefined;
}
