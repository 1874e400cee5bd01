/** Changes of the files on their way to this machine. */
import type { Change, Download } from "./state.ts";

/** Without a state, the file is here or is not wanted any more. */
export function setDownload(file_id: string, download: Download | undefined): Change {
  return ({ downloads }) => {
    const { [file_id]: _, ...others } = downloads;
    return { downloads: download ? { ...others, [file_id]: download } : others };
  };
}
