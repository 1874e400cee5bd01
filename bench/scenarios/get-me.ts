/** `getMe`: the smallest authenticated call. */
import { post } from "./requests.ts";
import type { Scenario } from "./scenario.ts";

export const getMe: Scenario = {
  name: "getMe, 64 connections",
  connections: 64,
  writes: false,
  requests: ({ sender }) => [post(`/bot${sender}/getMe`, {})],
};
