/** Whether fingers alone type here: where a field has the focus, a keyboard covers half of the screen. */

export function onPhone(): boolean {
  return matchMedia("(pointer: coarse)").matches && !matchMedia("(any-pointer: fine)").matches;
}
