/** What a test puts between the bus of a node and its transport: it loses what the test wants to be lost. */
import type { BusTransport } from "heliogram/cluster/bus/bus.ts";

export class LossyBus {
  /** Whether a text that the node sends is lost. */
  losesSent: (text: string) => boolean = () => false;
  /** Whether a text that comes to the node is lost. */
  losesReceived: (text: string) => boolean = () => false;
  /** Every text that the node has handed over. */
  readonly sent: string[] = [];
  /** Every text that the node has taken in. */
  readonly received: string[] = [];
  /** Texts that the transport has not taken yet. Others may wait behind them. */
  #underWay = 0;

  /** Whether the node is sending. */
  get isSending(): boolean {
    return this.#underWay > 0;
  }

  /** Nothing arrives any more, and the transport says nothing about it. */
  die(): void {
    this.losesSent = this.losesReceived = () => true;
  }

  /** From now on nothing is lost, and what was handed over and taken in is forgotten. */
  revive(): void {
    this.losesSent = this.losesReceived = () => false;
    this.sent.length = this.received.length = 0;
  }

  readonly between = (transport: BusTransport): BusTransport => ({
    max_bytes: transport.max_bytes,
    start: ({ received, interrupted }) =>
      transport.start({
        interrupted,
        received: (text) => {
          if (this.losesReceived(text)) return;
          received(text);
          this.received.push(text);
        },
      }),
    send: async (text) => {
      this.sent.push(text);
      if (this.losesSent(text)) return;
      this.#underWay += 1;
      await transport.send(text).finally(() => (this.#underWay -= 1));
    },
    // A clock that tests advance does not tell how long a text takes. What is sent during a restart is lost.
    restart: () => {},
    close: () => transport.close(),
  });
}
