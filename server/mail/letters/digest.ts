/** The mail that tells of mentions that stayed unread. Its counts stand behind a colon, so that they need no plural forms. */
import type { MailLanguage } from "../../domain/mail.ts";
import { fill } from "../../domain/text/fill.ts";
import type { Digest } from "../digest.ts";
import type { Letter, LetterPart } from "../letter.ts";

const WORDS = {
  en: {
    subject: "Unread mentions at {service}: {mentions}",
    told: "Mentions of you, and answers to you, that {account} has not read at {service}: {mentions}. Chats: {chats}.",
    textless: "(a message without text)",
    more: "Further messages in this chat: {more}",
    others: "Further chats: {more}",
    action: "Open the chats",
    footer: "You get this mail because it is turned on in your settings. To end such mails: {end}",
  },
  ar: {
    subject: "إشارات غير مقروءة في {service}: {mentions}",
    told: "الإشارات إليك والردود عليك التي لم يقرأها {account} في {service}: {mentions}. الدردشات: {chats}.",
    textless: "(رسالة بلا نص)",
    more: "رسائل أخرى في هذه الدردشة: {more}",
    others: "دردشات أخرى: {more}",
    action: "فتح الدردشات",
    footer: "تصلك هذه الرسالة لأنها مفعّلة في إعداداتك. لإيقاف هذه الرسائل: {end}",
  },
} as const;

interface DigestFacts extends Digest {
  readonly account: string;
  readonly service: string;
  readonly url: string;
  readonly unsubscribe_url: string;
}

export function digestLetter(language: MailLanguage, facts: DigestFacts): Letter {
  const { account, service, mentions, chat_count, chats, url, unsubscribe_url } = facts;
  const words = WORDS[language];
  const values = { account, service, mentions: String(mentions), chats: String(chat_count) };
  const others = chats.length === 0 ? 0 : chat_count - chats.length;
  const parts: LetterPart[] = [{ kind: "paragraph", text: fill(words.told, values) }];
  for (const { title, count, lines } of chats) {
    const texts = lines.map(({ sender, text }) => `${sender}: ${text === "" ? words.textless : text}`);
    const more = count - lines.length;
    if (more > 0) texts.push(fill(words.more, { more: String(more) }));
    parts.push({ kind: "quote", title: `${title}: ${count}`, text: texts.join("\n") });
  }
  if (others > 0) parts.push({ kind: "paragraph", text: fill(words.others, { more: String(others) }) });
  return {
    subject: fill(words.subject, values),
    parts: [...parts, { kind: "action", label: words.action, url }],
    footer: words.footer.replace("{end}", () => unsubscribe_url),
    unsubscribe_url,
  };
}
