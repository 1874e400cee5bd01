/** The mail to a person who has forgotten the password. */
import type { MailLanguage } from "../../domain/mail.ts";
import { fill } from "../../domain/text/fill.ts";
import type { Letter } from "../letter.ts";
import { linkLetter } from "./link-letter.ts";

const WORDS = {
  en: {
    subject: "New password for {service}",
    asked: "Somebody has asked for a new password for the account {account} at {service}.",
    action: "Set a new password",
    ends: "The link works once, within an hour. All sessions end with the new password.",
    provider: "This account needs no password: sign in at {service} with the account of your company or provider.",
    sign_in: "Sign in",
    footer: "If this was not you, ignore this mail: without the link nothing changes.",
  },
  ar: {
    subject: "كلمة مرور جديدة في {service}",
    asked: "طُلبت كلمة مرور جديدة للحساب {account} في {service}.",
    action: "تعيين كلمة مرور جديدة",
    ends: "يعمل الرابط مرة واحدة خلال ساعة. تنتهي كل الجلسات مع كلمة المرور الجديدة.",
    provider: "لا يحتاج هذا الحساب إلى كلمة مرور: سجّل الدخول إلى {service} بحساب مؤسستك أو مزوّدك.",
    sign_in: "تسجيل الدخول",
    footer: "إذا لم تكن أنت من طلب ذلك فتجاهل هذه الرسالة: لن يتغير شيء من دون الرابط.",
  },
} as const;

interface ResetFacts {
  readonly account: string;
  readonly service: string;
  readonly url: string;
}

/** With a link that sets a new password. */
export function passwordResetLetter(language: MailLanguage, { account, service, url }: ResetFacts): Letter {
  return linkLetter(WORDS[language], { account, service }, url);
}

/** To a person who signs in by a provider alone. @param facts - `url`: the page of the sign-in */
export function providerResetLetter(language: MailLanguage, { account, service, url }: ResetFacts): Letter {
  const words = WORDS[language];
  return {
    subject: fill(words.subject, { service }),
    parts: [
      { kind: "paragraph", text: fill(words.asked, { account, service }) },
      { kind: "paragraph", text: fill(words.provider, { service }) },
      { kind: "action", label: words.sign_in, url },
    ],
    footer: words.footer,
  };
}
