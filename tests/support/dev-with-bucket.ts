/** `heliogram dev` with its files in a bucket, which its options cannot name: the environment does. */
import { dev } from "heliogram/cli/dev.ts";
import { parseDevOptions } from "heliogram/cli/dev-options.ts";
import { FilesUrl } from "heliogram/settings/files-url.ts";

const { settings, ...options } = parseDevOptions(process.argv.slice(2));
const { FILES_URL = "", FILES_ACCESS_KEY = "", FILES_SECRET_KEY = "" } = process.env;
await dev({
  ...options,
  settings: {
    ...settings,
    files_url: FilesUrl.parse(FILES_URL),
    files_access_key: FILES_ACCESS_KEY,
    files_secret_key: FILES_SECRET_KEY,
  },
});
