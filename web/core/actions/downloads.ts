/** Downloads of files, with progress, cancellation and retry. */
import { setDownload } from "../store/downloads.ts";
import type { ActionDeps } from "./deps.ts";

/** The smallest change of progress that updates the state, so that rendering does not slow the download down. */
const PROGRESS_STEP = 0.01;

interface Wanted {
  readonly file_id: string;
  readonly path: string;
  readonly name: string;
}

export class Downloads {
  readonly #deps: ActionDeps;
  readonly #running = new Map<string, AbortController>();

  constructor(deps: ActionDeps) {
    this.#deps = deps;
  }

  /** Downloads a file and saves it. A second call during the download does nothing. */
  async start({ file_id, path, name }: Wanted): Promise<void> {
    if (this.#running.has(file_id)) return;
    const { api, store, saveFile } = this.#deps;
    const abort = new AbortController();
    this.#running.set(file_id, abort);
    let shown = 0;
    store.setState(setDownload(file_id, { share: 0 }));
    const onProgress = (share: number) => {
      if (share - shown < PROGRESS_STEP) return;
      shown = share;
      store.setState(setDownload(file_id, { share }));
    };
    try {
      saveFile(await api.download(path, { signal: abort.signal, onProgress }), name);
      store.setState(setDownload(file_id, undefined));
    } catch {
      store.setState(setDownload(file_id, abort.signal.aborted ? undefined : "failed"));
    } finally {
      this.#running.delete(file_id);
    }
  }

  cancel(file_id: string): void {
    this.#running.get(file_id)?.abort();
  }
}
