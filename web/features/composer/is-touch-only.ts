/**
 * Whether the device has only touch input. There, focusing a field opens an on-screen keyboard that covers half of the
 * screen.
 */

export function isTouchOnly(): boolean {
  return matchMedia("(pointer: coarse)").matches && !matchMedia("(any-pointer: fine)").matches;
}
