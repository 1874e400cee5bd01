/** The characters of the parts of an address, as UTF-16 units. No separator is outside the first plane of Unicode. */

/** A part of an address, as a bit. */
export const HOST = 1;
export const USER_DATA = 2;
export const PATH = 4;
export const SCHEME = 8;

/** The first unit of letters beyond Latin-1's signs, which a host name may have. */
const FIRST_HOST_LETTER = 0xc0;

/** The parts that a unit below `FIRST_HOST_LETTER` may belong to. */
const PARTS = new Uint8Array(FIRST_HOST_LETTER);
for (let unit = 0; unit < FIRST_HOST_LETTER; unit++) {
  const sign = String.fromCharCode(unit);
  const isVisible = !/[\s\p{Z}]/u.test(sign);
  if (/[a-z0-9._~-]/i.test(sign)) PARTS[unit]! |= HOST;
  if (isVisible && !/[/[\]{}()'`<>"@«»]/.test(sign)) PARTS[unit]! |= USER_DATA;
  if (isVisible && !/[<>"«»]/.test(sign)) PARTS[unit]! |= PATH;
  if (unit < 0x80 ? /[a-z0-9+-]/i.test(sign) : isVisible) PARTS[unit]! |= SCHEME;
}

/** Whether a UTF-16 unit may be in this part of an address. */
export function isUrlUnit(unit: number, part: number): boolean {
  if (unit < FIRST_HOST_LETTER) return (PARTS[unit]! & part) !== 0;
  return part === SCHEME ? !isSeparator(unit) : isUrlLetter(unit);
}

/** Of General Punctuation, an address has only joiners and dashes. */
function isUrlLetter(unit: number): boolean {
  if (unit < 0x2000 || unit > 0x206f) return !isSeparator(unit);
  return unit === 0x200c || unit === 0x200d || (unit >= 0x2010 && unit <= 0x2015);
}

/** White space beyond Latin-1. */
function isSeparator(unit: number): boolean {
  if (unit < 0x1680) return false;
  return (
    unit === 0x1680 ||
    unit === 0x3000 ||
    unit === 0xfeff ||
    unit === 0x2028 ||
    unit === 0x2029 ||
    unit === 0x202f ||
    unit === 0x205f ||
    (unit >= 0x2000 && unit <= 0x200a)
  );
}

/** The begin of the run of such units that ends at `end`, not before `from`. */
export function runBefore(text: string, from: number, end: number, part: number): number {
  let at = end;
  while (at > from && isUrlUnit(text.charCodeAt(at - 1), part)) at--;
  return at;
}

/** The end of the run of such units that begins at `begin`. */
export function runAfter(text: string, begin: number, part: number): number {
  let at = begin;
  while (at < text.length && isUrlUnit(text.charCodeAt(at), part)) at++;
  return at;
}
