/** The limit of open files, of which each connection takes one. */
import type { Settings } from "../../settings/settings.ts";
import { orOk, problem, warning, type Finding } from "./finding.ts";

/** Files of the program, of the store and of uploads, and connections to elsewhere. */
const OTHER_FILES = 2000;
/** With fewer, a few dozen people use them up. */
const FEW = 1024;

/** The limit is that of the doctor's process. A unit of systemd may give the service another one. */
export function checkDescriptors({ max_connections }: Settings, limit: number | undefined): readonly Finding[] {
  if (limit === undefined) return [];
  const wanted = max_connections + OTHER_FILES;
  const advice = `set LimitNOFILE=${wanted} in the unit of systemd or "ulimit -n ${wanted}" before the start, or lower HELIOGRAM_MAX_CONNECTIONS`;
  const message = `${limit} files may be open, and ${max_connections} connections are allowed`;
  const found: Finding[] = [];
  if (limit <= FEW) found.push(problem("descriptors", message, advice));
  else if (limit < wanted) found.push(warning("descriptors", message, advice));
  return orOk("descriptors", found, `${limit} files may be open`);
}
