/** A mail that is sent at once, for an owner who wants to know where it stops. */
import type { MailTest } from "@heliogram/shared/wire/mail.ts";
import type { MailLanguage } from "../domain/mail.ts";
import { serviceName } from "./compose.ts";
import { testLetter } from "./letters/test.ts";
import { smtpFailure } from "./smtp-failure.ts";
import type { Smtp } from "./smtp.ts";

export async function sendTestMail(
  smtp: Smtp,
  public_url: string,
  address: string,
  language: MailLanguage,
): Promise<MailTest> {
  try {
    await smtp.send(testLetter(language, serviceName(public_url)), { to: address, language, message_id: undefined });
    return { sent: true, address };
  } catch (error) {
    const { step, reason } = smtpFailure(error);
    return { sent: false, address, step, reason };
  }
}
