/** Each person has a host name of their own where the service runs on the machine of the browser. */
import { expect, test } from "vitest";
import { personAddress } from "./person-address.ts";

test.each([
  ["http://localhost:8080", "alice", "http://alice.localhost:8080/developer/as/alice"],
  ["http://127.0.0.1:8080", "alice", "http://alice.localhost:8080/developer/as/alice"],
  ["http://[::1]:8080", "alice", "http://alice.localhost:8080/developer/as/alice"],
  ["http://bob.localhost:8080", "alice", "http://alice.localhost:8080/developer/as/alice"],
  ["http://localhost:8080", "Alice_Smith", "http://alice-smith.localhost:8080/developer/as/Alice_Smith"],
  // No host name may end like this.
  ["http://localhost:8080", "alice_", "http://person-7.localhost:8080/developer/as/alice_"],
  ["http://localhost:8080", undefined, "http://person-7.localhost:8080/developer/as/7"],
  ["http://192.168.1.20:8080", "alice", "http://192.168.1.20:8080/developer/as/alice"],
])("from %s, %s is at %s", (origin, username, address) => {
  expect(personAddress(origin, { id: 7, ...(username === undefined ? {} : { username }) })).toBe(address);
});
