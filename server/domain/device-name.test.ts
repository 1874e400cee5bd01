/** Names of devices by the `User-Agent` header. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { deviceName } from "./device-name.ts";

const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  ["Firefox, Linux", "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"],
  ["Chrome, Windows", `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/126.0.0.0 Safari/537.36`],
  ["Edge, Windows", `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0`],
  ["Edge, Android", `Mozilla/5.0 (Linux; Android 10) ${WEBKIT} Chrome/126.0 Mobile Safari/537.36 EdgA/126.0`],
  ["Opera, macOS", `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Chrome/126.0 Safari/537.36 OPR/112.0`],
  ["Samsung Internet, Android", `Mozilla/5.0 (Linux; Android 13) ${WEBKIT} SamsungBrowser/25.0 Chrome/121.0 Mobile`],
  ["Safari, iPhone", "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile/15E148 Safari/604.1"],
  ["Chrome, iPhone", "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) CriOS/126.0 Mobile/15E148 Safari/604.1"],
  ["Firefox, iPad", "Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) FxiOS/127.0 Mobile/15E148 Safari/605.1.15"],
  ["Chrome, ChromeOS", `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/126.0.0.0 Safari/537.36`],
  ["Browser, Android", "Mozilla/5.0 (Linux; Android 13; Something)"],
  ["Browser", "Mozilla/5.0"],
  ["curl", "curl/8.5.0"],
  ["python-requests", "python-requests/2.32.3"],
  ["Dalvik", "Dalvik/2.1.0 (a phone)"],
  ["", "(compatible)"],
  ["", ""],
])("%s", (expected, agent) => {
  expect(deviceName(agent)).toBe(expected);
});

test("a call without the header has no device", () => {
  expect(deviceName()).toBe("");
});

test("whatever a client claims, its name is short, of one line and of plain letters", () => {
  const agents = fc.oneof(
    fc.string({ maxLength: 2000 }),
    fc.string({ unit: "binary", maxLength: 600 }),
    fc
      .array(fc.constantFrom("Mozilla/5.0 ", "Firefox/", "iPhone", "Linux", "Edg", "x".repeat(300), "\u0000", "<b>"))
      .map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(agents, (agent) => {
      expect(deviceName(agent)).toMatch(/^[A-Za-z0-9._+, -]{0,64}$/);
    }),
  );
});
