/** Fetches a page and what it refers to for its preview: an oEmbed document and a picture. */
import type { PagePreview } from "../domain/messages.ts";
import type { Clock } from "../ports/clock.ts";
import { Deadline } from "./deadline.ts";
import { oembedFacts, PageParser, type PageFacts } from "./page-parser.ts";
import { PageText } from "./page-text.ts";
import type { PictureFetcher } from "./picture-fetcher.ts";
import { NoPage, type WebClient, type WebRequest } from "./web-client.ts";

/** Bytes of a page that are read: some sites begin with half a megabyte of scripts. */
const MAX_PAGE_BYTES = 1024 * 1024;
const MAX_OEMBED_BYTES = 64 * 1024;

const HTML = /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i;
const IMAGE = /^\s*image\/(?!svg)/i;
const JSON_TYPE = /^\s*application\/(?:json|[\w.+-]+\+json)\s*(?:;|$)/i;
const ACCEPT_PAGE = "text/html,application/xhtml+xml,image/*;q=0.8";
const ACCEPT_OEMBED = "application/json";

export interface PageSource {
  readonly web: WebClient;
  readonly pictures: PictureFetcher;
  readonly clock: Clock;
}

export interface FetchedPage {
  readonly page: PagePreview;
  /** Whether something is missing that may be there soon. */
  readonly is_partial: boolean;
}

/**
 * The preview of the page at an address.
 * @param account_id - the account in whose name it is fetched
 * @param onSent - called with each request
 * @throws NoPage when there is none
 */
export async function fetchPage(
  source: PageSource,
  url: string,
  account_id: number,
  onSent?: WebRequest["onSent"],
): Promise<FetchedPage> {
  const deadline = new Deadline(source.clock);
  const request = { account_id, deadline, onSent };
  const found = await readPage(source, url, request);
  let is_partial = false;
  /** What a preview can do without. */
  const optional = async <T>(fetching: Promise<T>): Promise<T | undefined> => {
    try {
      return await fetching;
    } catch (error) {
      if (!(error instanceof NoPage)) throw error;
      is_partial ||= error.is_temporary;
      return undefined;
    }
  };
  const oembed = needsMore(found.facts) ? await optional(readOembed(source, found, request)) : {};
  const { picture, site_name, title, description, has_large_media } = { ...oembed, ...found.facts };
  const address = picture === undefined ? null : URL.parse(picture, found.url);
  const photo = address && (await optional(source.pictures.fetch(address.href, request)));
  if (title === undefined && description === undefined && !photo) throw new NoPage("the page has no preview", false);
  const page = {
    ...(site_name && { site_name }),
    ...(title && { title }),
    ...(description && { description }),
    ...(photo && { photo }),
    ...(photo && has_large_media && { has_large_media }),
  };
  return { page, is_partial };
}

interface FoundPage {
  readonly facts: PageFacts;
  /** The address at the end of the redirects. */
  readonly url: string;
}

type Request = Pick<WebRequest, "account_id" | "deadline" | "onSent">;

async function readPage({ web }: PageSource, url: string, request: Request): Promise<FoundPage> {
  const parser = new PageParser();
  let text: PageText | undefined;
  let isPicture = false;
  let end_url = url;
  await web.fetch(
    { ...request, url, accept: ACCEPT_PAGE, max_bytes: MAX_PAGE_BYTES },
    {
      onHead(headers, address) {
        end_url = address;
        const type = headers["content-type"] ?? "";
        isPicture = IMAGE.test(type);
        if (!isPicture && !HTML.test(type)) throw new NoPage("the answer is not a page", false);
        text = new PageText(type, (part) => parser.write(part));
        return !isPicture;
      },
      onPart: (part) => text!.write(part),
    },
  );
  // The address of a picture is the preview's picture, which is fetched as one.
  if (isPicture) return { facts: { picture: end_url, has_large_media: true }, url: end_url };
  text!.end();
  return { facts: parser.end(), url: end_url };
}

function needsMore({ title, picture, oembed, description }: PageFacts): boolean {
  return oembed !== undefined && (title === undefined || picture === undefined || description === undefined);
}

/** The facts of the oEmbed document that the page names; none if it cannot be had. */
async function readOembed({ web }: PageSource, { facts, url }: FoundPage, request: Request): Promise<PageFacts> {
  const address = URL.parse(facts.oembed!, url);
  if (!address) return {};
  const parts: Buffer[] = [];
  await web.fetch(
    { ...request, url: address.href, accept: ACCEPT_OEMBED, max_bytes: MAX_OEMBED_BYTES },
    {
      onHead: (headers) => JSON_TYPE.test(headers["content-type"] ?? ""),
      onPart: (part) => parts.push(part) > 0,
    },
  );
  try {
    return oembedFacts(JSON.parse(Buffer.concat(parts).toString("utf8")));
  } catch {
    // Not JSON, or cut at the limit.
    return {};
  }
}
