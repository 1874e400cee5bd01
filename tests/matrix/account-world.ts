/** What the objects of methods about accounts need of the fixtures. */
import type { TestService } from "../support/service.ts";

export interface AccountWorld {
  readonly t: TestService;
  /** Who calls. */
  readonly caller: { readonly id: number; readonly username: string };
  /** A name that nobody has. */
  name(): string;
  /** The id of a new person. */
  person(): Promise<number>;
  /** An access token of a person. */
  session(person: string | number): Promise<string>;
}

/** Of everybody who has one. */
export const PASSWORD = "correct horse";

export const now_s = ({ t }: AccountWorld) => Math.floor(t.service.deps.clock.now() / 1000);
