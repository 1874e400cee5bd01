/** Whom a request is from, seen through proxies. */
import { expect, test } from "vitest";
import { clientAddress } from "./client-address.ts";

const from = clientAddress(["127.0.0.0/8", "::1/128", "10.0.0.0/8"]);

test.each([
  ["who is connected", "203.0.113.7", undefined, "203.0.113.7"],
  ["who is connected by an IPv6 socket", "::ffff:203.0.113.7", undefined, "203.0.113.7"],
  ["a stranger's own words are not believed", "203.0.113.7", "198.51.100.1", "203.0.113.7"],
  ["whom a proxy names", "127.0.0.1", "198.51.100.1", "198.51.100.1"],
  ["whom a proxy names by IPv6", "::1", "2001:db8::5", "2001:db8:0:0"],
  ["what the client made up stands before it", "127.0.0.1", "192.0.2.1, 198.51.100.1", "198.51.100.1"],
  ["a proxy before the proxy", "127.0.0.1", "192.0.2.1, 198.51.100.1, 10.1.2.3", "198.51.100.1"],
  ["nobody but proxies", "127.0.0.1", "10.1.2.3", "10.1.2.3"],
  ["a proxy that names nobody", "127.0.0.1", undefined, "127.0.0.1"],
  ["a proxy that says nonsense", "127.0.0.1", "unknown", "127.0.0.1"],
  ["one of many addresses of an IPv6 network", "2001:0db8:1:2:aaaa::1", undefined, "2001:db8:1:2"],
  ["another one of them", "2001:db8:1:2:3:4:5:6", undefined, "2001:db8:1:2"],
  ["an address with a zone", "fe80::1%eth0", undefined, "fe80:0:0:0"],
])("%s", (_what, remoteAddress, forwarded, expected) => {
  const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
  expect(from({ headers, socket: { remoteAddress } as never })).toBe(expected);
});
