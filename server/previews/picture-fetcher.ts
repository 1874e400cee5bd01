/** Fetches the picture of a preview, and lets a media worker make pictures of the service's own of it. */
import type { PhotoMedia } from "../domain/media.ts";
import type { MediaStore } from "../media/media.ts";
import { MediaBusy, type Upload } from "../media/upload.ts";
import { NoPage, type WebClient, type WebRequest } from "./web-client.ts";

const MAX_PICTURE_BYTES = 5 * 1024 * 1024;
/** Longest side of the pictures that are kept, in pixels: a preview is never shown larger. */
const MAX_SIDE = 800;
const ACCEPT = "image/jpeg,image/png,image/webp,image/gif";
/** Bytes beyond the largest picture that are read, by which one that is too large is known. */
const ONE_MORE = 1;

export class PictureFetcher {
  readonly #web: WebClient;
  readonly #media: MediaStore;

  constructor(web: WebClient, media: MediaStore) {
    this.#web = web;
    this.#media = media;
  }

  /** The picture, whose blobs are stored; `file` is 0 until a transaction inserts a row. @throws NoPage */
  async fetch(
    url: string,
    { account_id, deadline, onSent }: Pick<WebRequest, "account_id" | "deadline" | "onSent">,
  ): Promise<PhotoMedia> {
    const upload = this.#media.blobs.uploadsOf(account_id).open({ field: "" });
    try {
      const download = new Download(upload);
      const max_bytes = MAX_PICTURE_BYTES + ONE_MORE;
      const request = { url, accept: ACCEPT, account_id, deadline, onSent, max_bytes };
      await this.#web.fetch(request, { onHead: () => true, onPart: (part) => download.write(part) });
      if (download.size === 0 || download.size > MAX_PICTURE_BYTES) throw new NoPage("the picture is too large", false);
      const examined = await this.#media.examine({
        upload: await upload.finish(),
        kind: "photo",
        hints: {},
        misfit: "keep",
        account_id: shareOf(account_id),
        max_side: MAX_SIDE,
      });
      if (!examined.ok || examined.media.kind !== "photo") throw new NoPage("the picture cannot be read", false);
      return examined.media;
    } catch (error) {
      if (error instanceof MediaBusy) throw new NoPage("the media workers are busy", true);
      throw error;
    } finally {
      await upload.abort();
    }
  }
}

/** The bytes of a picture on their way to its temporary file. */
class Download {
  readonly #upload: Upload;
  size = 0;

  constructor(upload: Upload) {
    this.#upload = upload;
  }

  async write(part: Buffer): Promise<boolean> {
    this.size += part.length;
    if (!this.#upload.write(part)) await this.#upload.drained();
    return true;
  }
}

/**
 * The share of the media workers that an account's previews use. It is another one than the account's own: a page with a
 * broken picture must not keep people who link to it from sending files.
 */
function shareOf(account_id: number): number {
  return -account_id;
}
