/** Recognizes errors of a disk without room. */

/** No space, no quota, and the largest size that the process may give a file. */
const CODES = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);
/** The primary result code of SQLite for a full disk. */
const DATABASE_FULL = 13;

/** Whether an error, or what caused it, is that of a full disk: the same may succeed when there is room again. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as NodeJS.ErrnoException & { readonly errcode?: number };
  if (CODES.has(code ?? "") || (errcode !== undefined && (errcode & 0xff) === DATABASE_FULL)) return true;
  return isDiskFull(error.cause);
}
