/** The client's address, directly and through proxies. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { clientAddress } from "./client-address.ts";

const from = clientAddress(["127.0.0.0/8", "::1/128", "10.0.0.0/8"]);

function ask(remoteAddress: string | undefined, forwarded: string | undefined): string {
  const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
  return from({ headers, socket: { remoteAddress } as never }).network;
}

test.each([
  ["who is connected", "203.0.113.7", undefined, "203.0.113.7"],
  ["who is connected by an IPv6 socket", "::ffff:203.0.113.7", undefined, "203.0.113.7"],
  ["what an untrusted client claims is not believed", "203.0.113.7", "198.51.100.1", "203.0.113.7"],
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
  ["a zone whose name has a dot", "fe80::1%eth0.100", undefined, "fe80:0:0:0"],
  ["IPv4 in the clothes of IPv6, as some proxies spell it", "127.0.0.1", "::FFFF:c633:6401", "198.51.100.1"],
  ["a proxy in the clothes of IPv6", "::ffff:127.0.0.1", "198.51.100.1", "198.51.100.1"],
  ["a list of proxies without end", "127.0.0.1", "10.0.0.9,".repeat(20_000) + "127.0.0.1", "10.0.0.9"],
  ["a number is no address", "127.0.0.1", "1", "127.0.0.1"],
  ["an address in octal is none", "127.0.0.1", "0300.051.100.1", "127.0.0.1"],
  ["a socket that is gone", undefined, undefined, ""],
])("%s", (_what, remoteAddress, forwarded, expected) => {
  expect(ask(remoteAddress, forwarded)).toBe(expected);
});

test.each([
  ["an IPv6 address", "2001:0db8:1:2:0:0:0:5", "2001:db8:1:2::5"],
  ["an IPv4 address as IPv6", "::ffff:203.0.113.7", "203.0.113.7"],
  ["a zone", "fe80::1%eth0", "fe80::1"],
])("%s is shown whole", (_what, remoteAddress, shown) => {
  expect(from({ headers: {}, socket: { remoteAddress } as never }).address).toBe(shown);
});

test("however an IPv6 address is spelt, its network is the same", () => {
  const group = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff }));
  fc.assert(
    fc.property(
      fc.integer({ min: 0x2000, max: 0x3fff }),
      fc.array(group, { minLength: 7, maxLength: 7 }),
      (first, rest) => {
        const groups = [first, ...rest].map((number) => number.toString(16));
        const padded = groups.map((each) => each.padStart(4, "0")).join(":");
        const short = new URL(`http://[${padded}]/`).hostname.slice(1, -1);
        const network = groups.slice(0, 4).join(":");
        for (const spelt of [padded, padded.toUpperCase(), short]) expect(ask("::1", spelt)).toBe(network);
      },
    ),
  );
});

test("whatever stands in the header, there is an answer", () => {
  const piece = fc.oneof(fc.ipV4(), fc.ipV4Extended(), fc.ipV6(), fc.string());
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      expect(ask("127.0.0.1", pieces.join(", "))).toMatch(/^(\d+(\.\d+){3}|[\da-f]+(:[\da-f]+){3})$/);
    }),
  );
});
