/** The page behind the link in a digest. It has no script, because a mail may be read where the client does not run. */
import type { ServerResponse } from "node:http";
import { directionOf, type MailLanguage } from "../../domain/mail.ts";

/** What the page says, in the order in which a person may meet it. `unknown`: the link leads to nobody. */
export type UnsubscribeState = "asks" | "done" | "unknown" | "busy";

const STATUS: Readonly<Record<UnsubscribeState, number>> = { asks: 200, done: 200, unknown: 404, busy: 429 };

type Word = UnsubscribeState | "hint" | "button" | "settings";
const WORDS: Readonly<Record<MailLanguage, Readonly<Record<Word, string>>>> = {
  en: {
    asks: "End the mails about mentions that you have not read?",
    button: "End these mails",
    done: "You get no more mails about mentions.",
    hint: "They can be turned on again in the settings.",
    settings: "Open the settings",
    unknown: "This link is not one of this service. Copy all of it from the mail, or end the mails in the settings.",
    busy: "Such links were opened too often. Try again in some minutes.",
  },
  ar: {
    asks: "هل تريد إيقاف الرسائل عن الإشارات التي لم تقرأها؟",
    button: "إيقاف هذه الرسائل",
    done: "لن تصلك رسائل عن الإشارات بعد الآن.",
    hint: "يمكن تفعيلها من جديد في الإعدادات.",
    settings: "فتح الإعدادات",
    unknown: "هذا الرابط ليس من روابط هذه الخدمة. انسخه كاملًا من الرسالة، أو أوقف الرسائل من الإعدادات.",
    busy: "فُتحت مثل هذه الروابط مرات كثيرة. حاول مجددًا بعد بضع دقائق.",
  },
};

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** Colours are those of the client (web/styles/theme.css). */
const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; background: light-dark(#eef1f5, #0f1216) }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; color: light-dark(#14181f, #eceff3) }
main { box-sizing: border-box; width: min(24rem, 100% - 2rem); margin: 1rem; padding: 2rem; text-align: center;
  border: 1px solid light-dark(#dfe4ea, #2a3038); border-radius: 1.5rem; background: light-dark(#fff, #16191f) }
p { margin: 0 0 1rem; color: light-dark(#5a6472, #a0aab8); overflow-wrap: anywhere }
h1 { margin: 0 0 1.5rem; font-size: 1.25rem }
button { font: inherit; width: 100%; min-height: 3rem; padding: .5rem 1rem; border: 0; border-radius: .5rem; color: #fff;
  background: light-dark(#2563eb, #3b6fe0); cursor: pointer }
a { display: inline-block; padding: .75rem; color: light-dark(#2159d6, #7ba7ff) }
:focus-visible { outline: 3px solid light-dark(#14181f, #fff); outline-offset: 2px }
`;

interface UnsubscribePage {
  readonly state: UnsubscribeState;
  readonly language: MailLanguage;
  /** The host by which people know the service. */
  readonly service: string;
  /** With `busy`: seconds until the link can be used. */
  readonly retry_after?: number;
  /** Whether the headers are sent alone, to `HEAD`. */
  readonly isHead: boolean;
  readonly trace_id: string;
}

export function sendUnsubscribePage(res: ServerResponse, page: UnsubscribePage): void {
  const html = Buffer.from(htmlOf(page));
  res.writeHead(STATUS[page.state], {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": POLICY,
    "Content-Length": html.length,
    "X-Trace-Id": page.trace_id,
    ...(page.retry_after === undefined ? {} : { "Retry-After": page.retry_after }),
  });
  res.end(page.isHead ? undefined : html);
}

function htmlOf({ state, language, service }: UnsubscribePage): string {
  const words = WORDS[language];
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${words.button} · ${service}</title><style>${STYLE}</style></head>
<body>
<main>
<p><bdi>${service}</bdi></p>
<h1>${words[state]}</h1>
${below(state, words)}
</main>
</body>
</html>
`;
}

function below(state: UnsubscribeState, words: Readonly<Record<Word, string>>): string {
  const settings = `<a href="/settings">${words.settings}</a>`;
  if (state === "asks")
    return `<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>${words.button}</button></form>`;
  if (state === "done") return `<p>${words.hint}</p>\n${settings}`;
  return state === "unknown" ? settings : "";
}
