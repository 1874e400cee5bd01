/** How the files of a backup folder are written: as they are, or encrypted. */

export interface Cipher {
  /** The end of the names of the files. */
  readonly suffix: string;
  /** Whether a stored file has as many bytes as its content. */
  readonly keepsSize: boolean;
  /** The name under which a blob is stored, in hex. */
  nameOf(sha256: string): string;
  encrypt(content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
  /** @throws Error when the file was changed, or is encrypted for somebody else */
  decrypt(content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
}

/** Files as they are. */
export const PLAIN: Cipher = {
  suffix: "",
  keepsSize: true,
  nameOf: (sha256) => sha256,
  encrypt: (content) => content,
  decrypt: (content) => content,
};
