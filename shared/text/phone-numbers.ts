/** Finds telephone numbers in international form. */
import type { DetectedEntity } from "./detected-entity.ts";

/** Without separators, or in groups of digits, one of which may be in parentheses. Every repetition is bounded. */
const PHONE_NUMBER =
  /(?<![\p{L}\p{N}_+$#@/=&.-])\+[1-9](?:\d{6,14}|\d{0,3}(?:[ .-]?\(\d{1,4}\)[ .-]?\d{1,8})?(?:[ .-]\d{1,8}){0,5})(?![\p{L}\p{N}_+])/gu;
/** The number of digits with the country code (E.164 allows 15). */
const MIN_DIGITS = 7;
const MAX_DIGITS = 15;

/** The telephone numbers in the text, in its order. */
export function findPhoneNumbers(text: string): DetectedEntity[] {
  if (!text.includes("+")) return [];
  const found: DetectedEntity[] = [];
  for (const { 0: number, index } of text.matchAll(PHONE_NUMBER)) {
    const digits = number.replace(/\D/g, "").length;
    if (digits >= MIN_DIGITS && digits <= MAX_DIGITS) {
      found.push({ type: "phone_number", offset: index, length: number.length });
    }
  }
  return found;
}
