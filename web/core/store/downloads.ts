/** Updates of running downloads. */
import type { Change, Download } from "./state.ts";

/** Without a value, the download is finished or was cancelled. */
export function setDownload(file_id: string, download: Download | undefined): Change {
  return ({ downloads }) => {
    const { [file_id]: _, ...others } = downloads;
    return { downloads: download ? { ...others, [file_id]: download } : others };
  };
}
