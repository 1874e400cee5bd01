/** Messages of nothing but a few emoji, which are shown large. */

/** As many as are large. */
const MOST = 3;
/** The longest emoji are families and flags of parts of a country: a longer text need not be looked into. */
const MOST_LENGTH = 40 * MOST;

const KEYCAP = /^[0-9#*]\uFE0F?\u20E3$/;
const FLAG = /^\p{Regional_Indicator}{2}$/u;
/** What is drawn in colours, by itself or by the sign that asks for it. */
const PICTURE =
  /^(?!\p{Regional_Indicator})(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier}))/u;
/** And what it may be joined with. */
const JOINED = /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200D|\uFE0F|[\u{E0020}-\u{E007F}])*$/u;

let letters: Intl.Segmenter | undefined;

/** @returns how many emoji a text is made of, if it is made of no more than three and of nothing else; otherwise 0 */
export function fewEmoji(text: string): number {
  if (text === "" || text.length > MOST_LENGTH) return 0;
  letters ??= new Intl.Segmenter();
  let count = 0;
  for (const { segment } of letters.segment(text)) {
    if (++count > MOST || !isEmoji(segment)) return 0;
  }
  return count;
}

function isEmoji(letter: string): boolean {
  return (PICTURE.test(letter) && JOINED.test(letter)) || FLAG.test(letter) || KEYCAP.test(letter);
}
