/** Which addresses are of use on one machine alone. */
import { expect, test } from "vitest";
import { isOfOneMachine } from "./addresses.ts";

test.each([
  ["http://localhost:8080/invite/x", true],
  ["http://chat.localhost", true],
  ["http://127.0.0.1:8080", true],
  ["http://127.1.2.3/", true],
  ["http://[::1]:8080", true],
  ["http://chat.lan:8080/invite/localhost", false],
  ["http://192.0.2.2:8080", false],
  ["https://localhost.example", false],
  ["https://notlocalhost", false],
  ["http://[fd00::2]:8080", false],
])("%s leads to the machine it is opened on alone: %s", (address, expected) => {
  expect(isOfOneMachine(address)).toBe(expected);
});
