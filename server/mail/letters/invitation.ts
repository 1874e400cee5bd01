/** The mail that invites somebody to the service. */
import type { MailLanguage } from "../../domain/mail.ts";
import type { Letter } from "../letter.ts";
import { linkLetter } from "./link-letter.ts";

const WORDS = {
  en: {
    subject: "{inviter} invites you to {service}",
    asked: "{inviter} ({account}) invites you to chat at {service}.",
    action: "Make your account",
    ends: "The link works once. This address then belongs to your account; other people do not see it.",
    footer: "If you do not know what this is about, ignore this mail: without the link nothing is made.",
  },
  ar: {
    subject: "يدعوك {inviter} إلى {service}",
    asked: "يدعوك {inviter} ({account}) إلى الدردشة في {service}.",
    action: "إنشاء حسابك",
    ends: "يعمل الرابط مرة واحدة. يصبح هذا العنوان بعدها عنوان حسابك، ولا يراه الآخرون.",
    footer: "إذا كنت لا تعرف عمّا تتحدث هذه الرسالة فتجاهلها: لن يُنشأ شيء من دون الرابط.",
  },
} as const;

interface InvitationFacts {
  /** The name of an owner of the service, whom one can take for who it is by the account. */
  readonly inviter: string;
  readonly account: string;
  readonly service: string;
  readonly url: string;
}

export function invitationLetter(language: MailLanguage, { url, ...facts }: InvitationFacts): Letter {
  return linkLetter(WORDS[language], { ...facts }, url);
}
