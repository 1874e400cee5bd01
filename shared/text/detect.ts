/**
 * Detects entities in plain text: mentions, hashtags, commands, phone numbers and addresses (behaviour.md §4). The server
 * and the web client use it, so that both find the same.
 */
import type { DetectedEntity } from "./detected-entity.ts";
import { findLinks, withoutOverlaps } from "./find-links.ts";
import { findPhoneNumbers } from "./phone-numbers.ts";
import { findTags } from "./tags.ts";

/** A text without any of these characters has no entities to detect. */
const QUICK_CHECK = /[@#$/.:+]/;

/** All detected entities, sorted. Where two overlap, the one that begins first is kept. */
export function detect(text: string): DetectedEntity[] {
  if (!QUICK_CHECK.test(text)) return [];
  const found = [...findLinks(text), ...findTags(text), ...findPhoneNumbers(text)];
  return found.length < 2 ? found : withoutOverlaps(found);
}
