/** The labels of list items. */
import type { Numbering } from "@heliogram/shared/rich.ts";

export const BULLET = "•";

const ROMAN = [
  ["m", 1000],
  ["cm", 900],
  ["d", 500],
  ["cd", 400],
  ["c", 100],
  ["xc", 90],
  ["l", 50],
  ["xl", 40],
  ["x", 10],
  ["ix", 9],
  ["v", 5],
  ["iv", 4],
  ["i", 1],
] as const;
/** Roman numerals end here, as in browsers. */
const MAX_ROMAN = 3999;

/** The label of an item with this number; in decimals where the numbering has no sign for the number. */
export function labelOf(value: number, type: Numbering): string {
  return `${signOf(value, type)}.`;
}

function signOf(value: number, type: Numbering): string {
  if (type === "1" || value < 1) return String(value);
  const isUpper = type === "A" || type === "I";
  const sign = type === "a" || type === "A" ? letters(value) : roman(value);
  return isUpper ? sign.toUpperCase() : sign;
}

/** a to z, then aa. */
function letters(value: number): string {
  let sign = "";
  for (let rest = value; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    sign = String.fromCharCode(0x61 + ((rest - 1) % 26)) + sign;
  }
  return sign;
}

function roman(value: number): string {
  if (value > MAX_ROMAN) return String(value);
  let sign = "";
  let rest = value;
  for (const [numeral, worth] of ROMAN) {
    for (; rest >= worth; rest -= worth) sign += numeral;
  }
  return sign;
}
