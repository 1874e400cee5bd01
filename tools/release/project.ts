/** The folder of the checkout. */
import { fileURLToPath } from "node:url";

/** Without a slash at its end. */
export const PROJECT = fileURLToPath(new URL("../..", import.meta.url)).replace(/[\\/]$/, "");
