/** Reads what a page says of itself from its HTML, as it arrives: Open Graph, Twitter cards, the address of oEmbed, `<title>`. */
import { Parser } from "htmlparser2";
import { portable } from "../domain/text/portable.ts";

/** What a page says of itself. Addresses are as the page has them. */
export interface PageFacts {
  readonly site_name?: string;
  readonly title?: string;
  readonly description?: string;
  readonly picture?: string;
  /** The address of an oEmbed document in JSON. */
  readonly oembed?: string;
  readonly has_large_media?: true;
}

/** Longest texts of a preview, in UTF-16 units. */
const MAX_SITE_NAME = 64;
const MAX_TITLE = 200;
const MAX_DESCRIPTION = 400;
/** Longest address that is kept. */
const MAX_ADDRESS = 2048;
/** Longest `<title>` that is collected, with blanks and line ends that are removed later. */
const MAX_RAW_TITLE = 2000;

/** What `property`, `name` or `itemprop` of `<meta>` is called for each fact. The first that the page has is taken. */
const META = {
  site_name: ["og:site_name", "application-name"],
  title: ["og:title", "twitter:title"],
  description: ["og:description", "twitter:description", "description"],
  picture: ["og:image:secure_url", "og:image:url", "og:image", "twitter:image", "twitter:image:src"],
  card: ["twitter:card"],
} as const;

const KNOWN: ReadonlySet<string> = new Set(Object.values(META).flat());
const OEMBED_TYPE = "application/json+oembed";

export class PageParser {
  readonly #parser: Parser;
  readonly #meta = new Map<string, string>();
  #title: string | undefined;
  #isInTitle = false;
  #oembed: string | undefined;
  #linkedPicture: string | undefined;
  #isDone = false;

  constructor() {
    this.#parser = new Parser({
      onopentag: (name, attributes) => this.#open(name, attributes),
      ontext: (text) => {
        if (this.#isInTitle && this.#title!.length < MAX_RAW_TITLE) this.#title += text;
      },
      onclosetag: (name) => {
        if (name === "title") this.#isInTitle = false;
        if (name === "head") this.#isDone = true;
      },
    });
  }

  /** Takes the next part of the text. @returns whether more is of use: what previews show is in the head of a page */
  write(text: string): boolean {
    if (!this.#isDone) this.#parser.write(text);
    return !this.#isDone;
  }

  /** The facts of what was written. */
  end(): PageFacts {
    if (!this.#isDone) this.#parser.end();
    const site_name = tidy(this.#first(META.site_name), MAX_SITE_NAME);
    const title = tidy(this.#first(META.title) ?? this.#title, MAX_TITLE);
    const description = tidy(this.#first(META.description), MAX_DESCRIPTION);
    const picture = address(this.#first(META.picture) ?? this.#linkedPicture);
    const oembed = address(this.#oembed);
    return {
      ...(site_name && { site_name }),
      ...(title && { title }),
      ...(description && { description }),
      ...(picture && { picture }),
      ...(oembed && { oembed }),
      ...(this.#first(META.card) === "summary_large_image" && { has_large_media: true as const }),
    };
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === "body") this.#isDone = true;
    if (this.#isDone) return;
    if (name === "meta") this.#readMeta(attributes);
    else if (name === "link") this.#readLink(attributes);
    else if (name === "title" && this.#title === undefined) {
      this.#title = "";
      this.#isInTitle = true;
    }
  }

  #readMeta({ property, name, itemprop, content }: Readonly<Record<string, string>>): void {
    const key = (property ?? name ?? itemprop ?? "").trim().toLowerCase();
    // The first of several counts, unless it is empty.
    if (content && KNOWN.has(key) && !this.#meta.has(key)) this.#meta.set(key, content);
  }

  #readLink({ rel = "", type = "", href }: Readonly<Record<string, string>>): void {
    const relations = rel.toLowerCase().split(/\s+/);
    if (relations.includes("alternate") && type.toLowerCase().startsWith(OEMBED_TYPE)) this.#oembed ??= href;
    if (relations.includes("image_src")) this.#linkedPicture ??= href;
  }

  #first(names: readonly string[]): string | undefined {
    for (const name of names) {
      const value = this.#meta.get(name);
      if (value !== undefined) return value;
    }
    return undefined;
  }
}

/** Marks that change the direction of what stands around them. */
const DIRECTIONS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** One line of text that any client can show; empty if there is none. */
export function tidy(text: string | undefined, max: number): string {
  if (text === undefined) return "";
  // Cut before it is searched, because a page can make it as long as itself.
  const line = text
    .slice(0, 4 * max)
    .replaceAll(DIRECTIONS, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  return portable(line, max);
}

function address(given: string | undefined): string | undefined {
  const trimmed = given?.trim();
  return trimmed !== undefined && trimmed !== "" && trimmed.length <= MAX_ADDRESS ? trimmed : undefined;
}

/** The facts of an oEmbed document (https://oembed.com), for what the page itself does not say. */
export function oembedFacts(document: unknown): PageFacts {
  if (typeof document !== "object" || document === null) return {};
  const text = (name: string) => {
    const value = (document as Readonly<Record<string, unknown>>)[name];
    return typeof value === "string" ? value : undefined;
  };
  const site_name = tidy(text("provider_name"), MAX_SITE_NAME);
  const title = tidy(text("title"), MAX_TITLE);
  const description = tidy(text("author_name"), MAX_DESCRIPTION);
  const picture = address(text("thumbnail_url"));
  return {
    ...(site_name && { site_name }),
    ...(title && { title }),
    ...(description && { description }),
    ...(picture && { picture }),
  };
}
