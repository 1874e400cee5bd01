/** Which URLs have a loopback host. */
import { expect, test } from "vitest";
import { isLoopbackUrl } from "./loopback-url.ts";

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
])("the host of %s is a loopback address: %s", (address, expected) => {
  expect(isLoopbackUrl(address)).toBe(expected);
});
