/** Which variables of systemd count. */
import { expect, test } from "vitest";
import { activatedSockets } from "./activated-socket.ts";

test.each([
  ["of this process", { LISTEN_PID: "7", LISTEN_FDS: "1", LISTEN_FDNAMES: "heliogram.socket" }, { socket_fd: 3 }],
  ["two", { LISTEN_PID: "7", LISTEN_FDS: "2", LISTEN_FDNAMES: "heliogram.socket:https" }, { socket_fd: 3, tls_fd: 4 }],
  ["two in turn", { LISTEN_PID: "7", LISTEN_FDS: "2", LISTEN_FDNAMES: "https:x" }, { socket_fd: 4, tls_fd: 3 }],
  ["of a process before, which systemd has started", { LISTEN_PID: "6", LISTEN_FDS: "1" }, undefined],
  ["none", {}, undefined],
])("%s", (_what, variables, sockets) => {
  const env: Record<string, string | undefined> = { ...variables, HOME: "/" };
  expect(activatedSockets(env, 7)).toEqual(sockets);
  expect(env).toEqual({ HOME: "/" });
});

test.each([
  ["2", "a:b"],
  ["2", "https:https"],
  ["2", undefined],
  ["3", "https:a:b"],
])("%s sockets with the names %s are refused", (LISTEN_FDS, LISTEN_FDNAMES) => {
  expect(() => activatedSockets({ LISTEN_PID: "7", LISTEN_FDS, LISTEN_FDNAMES }, 7)).toThrow(
    `systemd has passed ${LISTEN_FDS} sockets`,
  );
});
