/** Finds addresses whose host has one label only, as in the network of a team: `http://localhost:8080/x`. */
import type { DetectedEntity } from "./detected-entity.ts";
import { HOST, isUrlUnit, runAfter, USER_DATA } from "./url-characters.ts";
import { afterPort, balancedLength, PathReader } from "./url-path.ts";

/** A scheme, and a label that begins with a letter. */
const LOCAL = /(?<![a-z\d+-])https?:\/\/[a-z](?:[a-z\d_-]{0,61}[a-z\d])?/gi;

/** The addresses of local hosts, in the order of the text. */
export function findLocalLinks(text: string): DetectedEntity[] {
  const found: DetectedEntity[] = [];
  const paths = new PathReader(text);
  let readTo = 0;
  for (const { 0: address, index } of text.matchAll(LOCAL)) {
    const hostEnd = index + address.length;
    if (index < readTo || !endsHost(text, hostEnd)) continue;
    const path = afterPort(text, hostEnd);
    readTo = paths.end(path);
    found.push({ type: "url", offset: index, length: path - index + balancedLength(text.slice(path, readTo)) });
  }
  return found;
}

/**
 * Whether a host ends here. It does not before `@`, because then it is a user name. Dots are the end of a sentence if
 * nothing of a host follows them.
 */
function endsHost(text: string, end: number): boolean {
  let at = end;
  while (text[at] === ".") at++;
  if (isUrlUnit(text.charCodeAt(at), HOST)) return false;
  return text[runAfter(text, end, USER_DATA)] !== "@";
}
