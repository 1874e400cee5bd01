/**
 * Whether a link could mislead: its text is not the address that it opens, or the address is written such that people
 * read another one. The rules for letters are those of UTS 39 ("highly restrictive") and of Chromium's address bar.
 */
import { safeLink } from "../text/segments.ts";

/**
 * `other_words`: the text is no address. `other_address`: the text has the address of another host. `disguised`: text
 * and target are the same, but the text does not look like what it is.
 */
export type LinkDoubt = "other_words" | "other_address" | "disguised";

/** The length to which other words are searched for an address. */
const MAX_SEARCHED = 512;
/** Characters that change the order in which a text is shown. */
const DIRECTION = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/;
/** An address in a text, with or without a scheme, and its host. */
const ADDRESS = /(?:[a-z][a-z\d+.-]*:\/*)?(?:[\w.+-]+@)?((?:[\p{L}\p{N}-]+\.)+\p{L}[\p{L}\p{N}-]+)/iu;
const EMAIL = /^[^\s/?#@:]+@[^\s/?#@:]+$/;
const PHONE = /^\+?[\d\s().-]{3,}$/;
/** The host in an address as it is written. */
const WRITTEN_HOST = /^(?:[a-z][a-z\d+.-]*:)?\/*(?:[^/?#]*@)?([^/?#:]*)/i;

/**
 * @param shown - the text of the link
 * @param href - its target, from `safeLink`
 * @param own - the origins of this service, to which a link with any words leads without a question
 */
export function linkDoubt(shown: string, href: string, own: readonly string[] = []): LinkDoubt | undefined {
  const words = shown.trim();
  const written = writtenAddress(words);
  if (written !== undefined && isSame(words, written, href)) return isDisguised(words, href) ? "disguised" : undefined;
  if (namesOtherHost(words, href)) return "other_address";
  return own.includes(new URL(href).origin) ? undefined : "other_words";
}

/** The address that a text is; `undefined` for other words. */
function writtenAddress(words: string): string | undefined {
  if (/\s/.test(words) && !PHONE.test(words)) return undefined;
  if (EMAIL.test(words)) return safeLink(`mailto:${words}`);
  if (PHONE.test(words)) return safeLink(`tel:${words.replaceAll(/[^\d+]/g, "")}`);
  return safeLink(words);
}

/** A text without a scheme stands for both http and https. */
function isSame(words: string, written: string, href: string): boolean {
  if (written === href) return true;
  const hasScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(words);
  return !hasScheme && written.replace(/^https:/, "http:") === href.replace(/^https:/, "http:");
}

function namesOtherHost(words: string, href: string): boolean {
  const named = ADDRESS.exec(words.slice(0, MAX_SEARCHED))?.[1];
  const target = hostOf(href);
  const host = named === undefined ? undefined : hostOf(`http://${named}`);
  return host !== undefined && host !== target;
}

function hostOf(href: string): string | undefined {
  if (/^mailto:/i.test(href)) return hostOf(`http://${href.slice(href.lastIndexOf("@") + 1)}`);
  return URL.canParse(href) ? new URL(href).hostname.replace(/^www\./, "") : undefined;
}

function isDisguised(words: string, href: string): boolean {
  const { username, password } = new URL(href);
  // In an address with a user, what looks like the host is the user. A backslash is a slash to browsers.
  if (username !== "" || password !== "" || words.includes("\\") || DIRECTION.test(words)) return true;
  const host = WRITTEN_HOST.exec(words)?.[1] ?? "";
  return /[^\0-\x7F]/.test(host) && isMisleadingHost(host);
}

function isMisleadingHost(host: string): boolean {
  const lower = host.toLowerCase();
  // Fullwidth and mathematical letters, invisible characters, and signs that look like a slash.
  if (lower.normalize("NFKC") !== lower.normalize("NFC") || /[^\p{L}\p{M}\p{N}.-]/u.test(host)) return true;
  const labels = lower.split(".");
  const endsInLatin = /^[a-z\d-]*$/.test(labels.at(-1)!);
  return labels.some(
    (label) => mixesScripts(label) || (endsInLatin && LOOK_LATIN.some((letters) => letters.test(label))),
  );
}

/** Chinese, Japanese and Korean names mix these scripts with Latin. */
const CJK = /[\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Bopo}\p{sc=Hang}]/u;
/** Scripts with letters that look alike. */
const SCRIPTS = [
  /\p{sc=Latn}/u,
  /\p{sc=Grek}/u,
  /\p{sc=Cyrl}/u,
  /\p{sc=Armn}/u,
  /\p{sc=Geor}/u,
  /\p{sc=Cher}/u,
  /\p{sc=Copt}/u,
  /\p{sc=Hebr}/u,
  /\p{sc=Arab}/u,
];

/** Names that consist of letters like these look like names in Latin letters. */
const LOOK_LATIN = [/^[асԁеһіјӏорԛѕԝхуъьҽпгѵѡ\d-]+$/u, /^[αγηικνορτυχω\d-]+$/u, /^[ագզէլհյոսւօ\d-]+$/u].map(
  (all) => new RegExp(`(?=.*\\p{L})${all.source}`, "u"),
);

function mixesScripts(label: string): boolean {
  const found = SCRIPTS.filter((script) => script.test(label)).length;
  if (found > 1) return true;
  const others = [...label].filter((sign) => /\p{L}/u.test(sign) && !SCRIPTS.some((script) => script.test(sign)));
  const isCjk = others.every((sign) => CJK.test(sign));
  return found === 1 && others.length > 0 && !(isCjk && SCRIPTS[0]!.test(label));
}
