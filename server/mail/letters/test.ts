/** The mail that an owner sends to themselves to see whether mails arrive. */
import type { MailLanguage } from "../../domain/mail.ts";
import { fill } from "../../domain/text/fill.ts";
import type { Letter } from "../letter.ts";

const WORDS = {
  en: {
    subject: "Test mail of {service}",
    arrived: "Mails of {service} arrive at this address.",
    footer: "An owner of the service has asked for this mail.",
  },
  ar: {
    subject: "رسالة تجريبية من {service}",
    arrived: "تصل رسائل {service} إلى هذا العنوان.",
    footer: "طلب أحد مالكي الخدمة هذه الرسالة.",
  },
} as const;

export function testLetter(language: MailLanguage, service: string): Letter {
  const { subject, arrived, footer } = WORDS[language];
  return {
    subject: fill(subject, { service }),
    parts: [{ kind: "paragraph", text: fill(arrived, { service }) }],
    footer,
  };
}
