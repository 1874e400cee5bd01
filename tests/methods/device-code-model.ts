/** A model of a session's device code, which runs random steps and says what is expected of each. */
import fc from "fast-check";
import type { Answer, TestService } from "../support/service.ts";

/** Seconds for which a sign-in proves who the person is, who has nothing else here. */
const RECENT_S = 900;
const LIFE_S = { shown: 60, claimed: 180, confirmed: 60, refused: 60 } as const;
type State = keyof typeof LIFE_S | "none";

type Call = (method: string, params?: object) => Promise<Answer>;

interface World {
  readonly t: TestService;
  /** Opens a session of the person. */
  readonly session: () => Promise<Call>;
  readonly claim: (code: string) => Promise<Answer>;
  /** Calls signInDevice, and advances the clock while it waits. */
  readonly waited: (claim: string) => Promise<Answer>;
}

/** What a step has led to: the reason of a refusal or "ok", and the state after it. */
interface Outcome {
  readonly reason: string;
  readonly state: State;
}

const STEP_NAMES = [
  ...["show", "claim", "claim an earlier code", "hide", "hide an earlier code", "confirm", "confirm another"],
  ...["refuse", "sign in", "sign in by an earlier claim", "end the session", "show", "claim", "confirm"],
] as const;

/** The name of a step, or seconds that pass. */
export const STEPS = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...STEP_NAMES) },
  fc.integer({ min: 1, max: 400 }),
);

export const reasonOf = ({ status, body }: Answer): string => (status === 200 ? "ok" : body.reason);

export class DeviceCodeModel {
  expected: Outcome = { reason: "ok", state: "none" };
  readonly #world: World;
  #open!: Call;
  #state: State = "none";
  #until_s = 0;
  #opened_s = 0;
  readonly #codes = ["none", "none"];
  readonly #claims = [
    { claim: "none", number: "none" },
    { claim: "none", number: "none" },
  ];

  constructor(world: World) {
    this.#world = world;
  }

  async begin(): Promise<void> {
    this.#open = await this.#world.session();
    this.#opened_s = this.#clock();
  }

  async run(step: string | number): Promise<Outcome> {
    const { t } = this.#world;
    let reason = "ok";
    if (typeof step === "number") t.clock.advance(step * 1000);
    else reason = await this.#steps[step]!();
    const expected = typeof step === "number" ? "ok" : this.#expectedReason;
    this.expected = { reason: expected, state: this.#now() };
    return { reason, state: (await this.#open("getDeviceCode")).body.result.state };
  }

  #expectedReason = "ok";

  #now(): State {
    return this.#clock() < this.#until_s ? this.#state : "none";
  }

  #clock(): number {
    return Math.floor(this.#world.t.service.deps.clock.now() / 1000);
  }

  #become(state: State): void {
    this.#state = state;
    this.#until_s = state === "none" ? 0 : this.#clock() + LIFE_S[state];
  }

  #isRecent(): boolean {
    return this.#clock() < this.#opened_s + RECENT_S;
  }

  /** Runs a call that is allowed in one state alone, which it changes. */
  async #step(from: State, refusal: string, call: () => Promise<Answer>, to: State): Promise<Answer> {
    const isAllowed = this.#now() === from;
    this.#expectedReason = isAllowed ? "ok" : refusal;
    const answer = await call();
    if (isAllowed) this.#become(to);
    return answer;
  }

  async #refused(refusal: string, call: () => Promise<Answer>): Promise<string> {
    this.#expectedReason = refusal;
    return reasonOf(await call());
  }

  async #show(): Promise<string> {
    const before = this.#now();
    const mayShow = before !== "claimed" && this.#isRecent();
    this.#expectedReason = mayShow ? "ok" : before === "claimed" ? "DEVICE_WAITING" : "SIGN_IN_AGAIN";
    const answer = await this.#open("showDeviceCode");
    if (mayShow) {
      this.#codes.unshift(answer.body.result.code);
      this.#become("shown");
    }
    return reasonOf(answer);
  }

  async #claim(): Promise<string> {
    const claim = () => this.#world.claim(this.#codes[0]!);
    const answer = await this.#step("shown", "DEVICE_CODE_INVALID", claim, "claimed");
    if (answer.status === 200) this.#claims.unshift(answer.body.result);
    return reasonOf(answer);
  }

  async #hide(code: string, isShown: boolean): Promise<string> {
    this.#expectedReason = "ok";
    const answer = await this.#open("hideDeviceCode", { code });
    if (isShown && this.#now() === "shown") this.#become("none");
    return reasonOf(answer);
  }

  async #answer(method: "confirmDevice" | "refuseDevice", to: State): Promise<string> {
    const { number } = this.#claims[0]!;
    return reasonOf(await this.#step("claimed", "DEVICE_NOT_WAITING", () => this.#open(method, { number }), to));
  }

  async #confirm(): Promise<string> {
    if (this.#isRecent() || this.#now() !== "claimed") return this.#answer("confirmDevice", "confirmed");
    const { number } = this.#claims[0]!;
    return this.#refused("SIGN_IN_AGAIN", () => this.#open("confirmDevice", { number }));
  }

  async #signIn(): Promise<string> {
    const before = this.#now();
    const { claim } = this.#claims[0]!;
    const outcomes: Partial<Record<State, string>> = { confirmed: "ok", refused: "DEVICE_REFUSED", claimed: "waiting" };
    this.#expectedReason = outcomes[before] ?? "DEVICE_CODE_INVALID";
    const answer = await this.#world.waited(claim);
    if (before === "confirmed") this.#become("none");
    if (answer.status !== 200) return reasonOf(answer);
    return answer.body.result.waiting === true ? "waiting" : "ok";
  }

  async #endSession(): Promise<string> {
    this.#expectedReason = "ok";
    const answer = await this.#open("signOut");
    await this.begin();
    this.#become("none");
    return reasonOf(answer);
  }

  readonly #steps: Readonly<Record<string, () => Promise<string>>> = {
    show: () => this.#show(),
    claim: () => this.#claim(),
    "claim an earlier code": () => this.#refused("DEVICE_CODE_INVALID", () => this.#world.claim(this.#codes[1]!)),
    hide: () => this.#hide(this.#codes[0]!, true),
    "hide an earlier code": () => this.#hide(this.#codes[1]!, false),
    confirm: () => this.#confirm(),
    "confirm another": () =>
      this.#refused("DEVICE_NOT_WAITING", () => this.#open("confirmDevice", { number: "another" })),
    refuse: () => this.#answer("refuseDevice", "refused"),
    "sign in": () => this.#signIn(),
    "sign in by an earlier claim": () =>
      this.#refused("DEVICE_CODE_INVALID", () => this.#world.waited(this.#claims[1]!.claim)),
    "end the session": () => this.#endSession(),
  };
}
