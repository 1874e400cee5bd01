/** Sets formulas as MathML. Loaded when the first formula is shown. */
import temml from "temml";

/** Macros that a formula may use in all: each can double its length. */
const MAX_EXPANSIONS = 200;
/** The largest size that a formula may name, in em. */
const MAX_SIZE_EM = 10;
/** Longer formulas are shown as their source, because setting them would take long on a phone. */
const MAX_LENGTH = 4000;

/**
 * Sets a formula into an element, by elements alone: nothing is parsed as HTML, and links in formulas have no effect.
 * @returns false for a source that is no formula
 */
export function setFormula(element: HTMLElement, expression: string, isBlock: boolean): boolean {
  if (expression.length > MAX_LENGTH) return false;
  try {
    temml.render(expression, element, {
      displayMode: isBlock,
      throwOnError: true,
      maxExpand: MAX_EXPANSIONS,
      maxSize: [MAX_SIZE_EM, MAX_SIZE_EM],
    });
    return true;
  } catch {
    // The source says as much as an error.
    element.replaceChildren();
    return false;
  }
}
