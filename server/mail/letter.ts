/** Letters: the text of a mail as paragraphs and a link, from which its plain text and its HTML are made. */
import { directionOf, type MailLanguage } from "../domain/mail.ts";
import { shown } from "../domain/text/fill.ts";

/** `action`: a link as a button. `quote`: words of somebody. */
export type LetterPart =
  | { readonly kind: "paragraph"; readonly text: string }
  | { readonly kind: "action"; readonly label: string; readonly url: string }
  | { readonly kind: "quote"; readonly title: string; readonly text: string };

export interface Letter {
  readonly subject: string;
  readonly parts: readonly LetterPart[];
  /** Why one has got it, in small print. */
  readonly footer: string;
  /** An address that ends mails of this kind, without signing in (RFC 8058). */
  readonly unsubscribe_url?: string;
}

export interface RenderedLetter {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const MAX_SUBJECT = 150;

/** The letter as plain text and as HTML, in which nothing is fetched from anywhere. */
export function render(letter: Letter, language: MailLanguage): RenderedLetter {
  const { parts, footer } = letter;
  const subject = shown(letter.subject, MAX_SUBJECT);
  const text = [...parts.map(asText), `-- \n${footer}`].join("\n\n");
  const body = [...parts.map(asHtml), `<p style="color:#666;font-size:13px">${escaped(footer)}</p>`].join("\n");
  const html = `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head><meta charset="utf-8"><title>${escaped(subject)}</title></head>
<body style="font-family:sans-serif;font-size:16px;line-height:1.5;max-width:560px;margin:24px auto;padding:0 16px">
${body}
</body>
</html>
`;
  return { subject, text: `${text}\n`, html };
}

function asText(part: LetterPart): string {
  if (part.kind === "paragraph") return part.text;
  if (part.kind === "action") return `${part.label}:\n${part.url}`;
  return `${part.title}\n${part.text.replaceAll(/^/gm, "> ")}`;
}

function asHtml(part: LetterPart): string {
  if (part.kind === "paragraph") return `<p>${escaped(part.text)}</p>`;
  if (part.kind === "action")
    return `<p><a href="${escaped(part.url)}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:#1d6fb8;color:#fff;text-decoration:none">${escaped(part.label)}</a></p>
<p style="font-size:13px;word-break:break-all" dir="ltr">${escaped(part.url)}</p>`;
  return `<blockquote style="margin:12px 0;padding-inline-start:12px;border-inline-start:3px solid #ccc"><b>${escaped(part.title)}</b><br>${escaped(part.text)}</blockquote>`;
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character]!).replaceAll("\n", "<br>");
}
