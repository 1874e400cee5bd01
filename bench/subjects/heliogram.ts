/** The service with what the calls need: two bots and a person in fifty groups, on SQLite, without rate limits. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { startService } from "./service.ts";
import { CHATS, type Subject } from "./subject.ts";

const FLAGS = ["--database", "sqlite", "--rate-limits", "off"];

export interface Heliogram extends Subject {
  /**
   * Kills the service, lets it recover, and counts the messages of the bot that sends in its database. Nothing can be
   * asked afterwards.
   */
  countRows(): Promise<number>;
}

export async function startHeliogram(): Promise<Heliogram> {
  const bots = [
    { name: "Load", username: "load_bot" },
    { name: "Poll", username: "poll_bot", privacy: false },
  ];
  const members = bots.map((bot) => bot.username);
  const chats = Array.from({ length: CHATS }, (_, i) => ({ title: `Chat ${i}`, creator: "alice", members }));
  const service = await startService({ people: [{ name: "Alice", username: "alice" }], bots, chats }, FLAGS);
  const { pid, port, loaded } = service;
  const [sender, poller] = [loaded.bots[0]!, loaded.bots[1]!];
  return {
    name: "heliogram",
    pid,
    port,
    cast: {
      sender: sender.token,
      poller: poller.token,
      chats: loaded.chats.map((chat) => chat.id),
      person: loaded.people[0]!.access_token,
    },
    async countRows() {
      await service.killAndRecover();
      const db = new DatabaseSync(join(service.data, "heliogram.db"), { readOnly: true });
      const sent = db.prepare("select count(*) as n from message where sender_id = ?").get(sender.id);
      db.close();
      return (sent as { n: number }).n;
    },
    stop: service.stop,
  };
}
