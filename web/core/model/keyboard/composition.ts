/** Keys that belong to the input method while text is being composed. */

/** The fields of keyboard events of the browser and of React. */
interface CompositionKey {
  readonly isComposing?: boolean;
  readonly keyCode?: number;
}

/** The `keyCode` of a key that the input method handles. */
const INPUT_METHOD = 229;

/**
 * Whether a key event belongs to the input method, such as the Enter that ends a composition. Safari reports that Enter
 * after the end of the composition, so there only the key code tells.
 */
export function isOfInputMethod({ isComposing, keyCode }: CompositionKey): boolean {
  return isComposing === true || keyCode === INPUT_METHOD;
}
