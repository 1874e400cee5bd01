/** The mail that tells a person what has happened to their account. */
import type { AccountNotice } from "../../domain/account-notices.ts";
import type { MailLanguage } from "../../domain/mail.ts";
import { noticeText } from "../../domain/notice-words.ts";
import { fill } from "../../domain/text/fill.ts";
import type { Letter } from "../letter.ts";

const WORDS = {
  en: {
    subject: "Your account at {service}",
    action: "Open the settings",
    footer: "Mails about the safety of your account go to its verified address and cannot be turned off.",
  },
  ar: {
    subject: "حسابك في {service}",
    action: "فتح الإعدادات",
    footer: "تُرسل الرسائل المتعلقة بأمان حسابك إلى عنوانه المؤكد ولا يمكن إيقافها.",
  },
} as const;

export function accountNoticeLetter(
  language: MailLanguage,
  notice: AccountNotice,
  { account, service, url }: { readonly account: string; readonly service: string; readonly url: string },
): Letter {
  const words = WORDS[language];
  const { told, advice } = noticeText(language, notice, account);
  return {
    subject: fill(words.subject, { service }),
    parts: [
      { kind: "paragraph", text: told },
      { kind: "paragraph", text: advice },
      { kind: "action", label: words.action, url },
    ],
    footer: words.footer,
  };
}
