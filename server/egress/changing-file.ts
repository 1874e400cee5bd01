/** A small text file of the system that is read again when it has changed. */
import { readFile, stat } from "node:fs/promises";

export class ChangingFile<T> {
  readonly #path: string;
  readonly #parse: (text: string) => T;
  #last: { readonly version: string; readonly value: T } | undefined;

  constructor(path: string, parse: (text: string) => T) {
    this.#path = path;
    this.#parse = parse;
  }

  /** What the file says now. One that is absent or cannot be read is the same as an empty one. */
  async read(): Promise<T> {
    const version = await stat(this.#path).then(
      ({ mtimeMs, size, ino }) => `${mtimeMs} ${size} ${ino}`,
      () => "",
    );
    if (this.#last?.version !== version) {
      const text = await readFile(this.#path, "utf8").catch(() => "");
      this.#last = { version, value: this.#parse(text) };
    }
    return this.#last.value;
  }
}
