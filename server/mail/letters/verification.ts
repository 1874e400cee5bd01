/** The mail by which a person shows that an address is theirs. */
import type { MailLanguage } from "../../domain/mail.ts";
import type { Letter } from "../letter.ts";
import { linkLetter } from "./link-letter.ts";

const WORDS = {
  en: {
    subject: "Confirm your mail address for {service}",
    asked: "The account {account} at {service} wants to use this address.",
    action: "Confirm this address",
    ends: "The link works once, within a day.",
    footer: "If this was not you, ignore this mail: without the link the address is not used.",
  },
  ar: {
    subject: "تأكيد عنوان بريدك في {service}",
    asked: "يريد الحساب {account} في {service} استخدام هذا العنوان.",
    action: "تأكيد هذا العنوان",
    ends: "يعمل الرابط مرة واحدة خلال يوم.",
    footer: "إذا لم تكن أنت من طلب ذلك فتجاهل هذه الرسالة: لن يُستخدم العنوان من دون الرابط.",
  },
} as const;

/** @param account - a user name, which has no room for a message to strangers as other names have */
export function verificationLetter(
  language: MailLanguage,
  { account, service, url }: { readonly account: string; readonly service: string; readonly url: string },
): Letter {
  return linkLetter(WORDS[language], { account, service }, url);
}
