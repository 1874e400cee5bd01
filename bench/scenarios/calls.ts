/** Small calls: the requests of each scenario, as bytes. */
import type { Subject } from "../subjects/subject.ts";

export interface Scenario {
  readonly name: string;
  readonly connections: number;
  readonly requests: (subject: Subject) => string[];
  /** Whether every answer is a message that must be found afterwards. */
  readonly writes: boolean;
}

function post(path: string, body: string): string {
  return `POST ${path} HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

function sends({ token, chats }: Subject): string[] {
  return chats.map((chat_id, i) => {
    const text = `Message ${i} of the usual length, as people write them all day long`;
    return post(`/bot${token}/sendMessage`, JSON.stringify({ chat_id, text, disable_notification: false }));
  });
}

export const SCENARIOS: readonly Scenario[] = [
  { name: "sendMessage, 64 connections", connections: 64, writes: true, requests: sends },
  { name: "sendMessage, 256 connections", connections: 256, writes: true, requests: sends },
  {
    name: "getMe, 64 connections",
    connections: 64,
    writes: false,
    requests: ({ token }) => [post(`/bot${token}/getMe`, "{}")],
  },
  {
    name: "getUpdates of 100, 16 connections",
    connections: 16,
    writes: false,
    requests: ({ poller }) => [post(`/bot${poller}/getUpdates`, '{"limit":100}')],
  },
];
