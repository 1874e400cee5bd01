/** Detects messages that consist of a few emoji only, which are shown large. */

/** The most emoji that are shown large. */
const MAX_LARGE_EMOJI = 3;
/** The longest emoji are families and subdivision flags; a longer text is not examined. */
const MOST_LENGTH = 40 * MAX_LARGE_EMOJI;

const KEYCAP = /^[0-9#*]\uFE0F?\u20E3$/;
const FLAG = /^\p{Regional_Indicator}{2}$/u;
/** Emoji by default, or by a variation selector or modifier. */
const PICTURE =
  /^(?!\p{Regional_Indicator})(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier}))/u;
/** Characters that an emoji may be joined with. */
const JOINED = /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200D|\uFE0F|[\u{E0020}-\u{E007F}])*$/u;

let letters: Intl.Segmenter | undefined;

/** @returns the number of emoji if the text consists of at most three emoji and nothing else, otherwise 0 */
export function countFewEmoji(text: string): number {
  if (text === "" || text.length > MOST_LENGTH) return 0;
  letters ??= new Intl.Segmenter();
  let count = 0;
  for (const { segment } of letters.segment(text)) {
    if (++count > MAX_LARGE_EMOJI || !isEmoji(segment)) return 0;
  }
  return count;
}

function isEmoji(letter: string): boolean {
  return (PICTURE.test(letter) && JOINED.test(letter)) || FLAG.test(letter) || KEYCAP.test(letter);
}
