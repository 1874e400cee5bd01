/** Passkeys of the browser. The library that asks for them is loaded with the first. */
import type { Assertion, NewCredential } from "@heliogram/shared/passkeys.ts";
import type { PasskeyCreation, PasskeyRequest } from "@heliogram/shared/wire.ts";

/** `cancelled`: the person or a newer request has ended it. `known`: the authenticator has a passkey of the person. */
export class PasskeyError extends Error {
  readonly kind: "cancelled" | "known" | "failed";

  constructor(kind: PasskeyError["kind"]) {
    super(kind);
    this.kind = kind;
  }
}

export interface Passkeys {
  /** Whether they work on this page. @param origin - of the pages on which they do, as the service says */
  isUsable(origin: string | undefined): boolean;
  /** The same, of the domain that the service asks for. */
  isUsableFor(rp_id: string): boolean;
  /** @throws PasskeyError */
  create(options: PasskeyCreation): Promise<NewCredential>;
  /** @throws PasskeyError */
  get(options: PasskeyRequest): Promise<Assertion>;
  /** Whether the browser can offer passkeys among its suggestions. */
  canSuggest(): Promise<boolean>;
  /**
   * Offers passkeys among the suggestions for the user name, until one is chosen, another one is asked for or `cancel` is
   * called. @throws PasskeyError
   */
  suggest(options: PasskeyRequest): Promise<Assertion>;
  /** Ends what is open. */
  cancel(): void;
}

const load = () => import("@simplewebauthn/browser");

export function browserPasskeys(): Passkeys {
  return {
    isUsable: (origin) => origin === location.origin && "PublicKeyCredential" in window,
    isUsableFor: (rp_id) => rp_id === location.hostname && "PublicKeyCredential" in window,
    create: (options) =>
      asked(async () => {
        const { startRegistration } = await load();
        const { id, response } = await startRegistration({ optionsJSON: options });
        const { clientDataJSON, attestationObject, transports = [] } = response;
        return { id, response: { clientDataJSON, attestationObject, transports } };
      }),
    get: (options) => asked(() => assertion(options, false)),
    canSuggest: async () => (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false,
    suggest: (options) => asked(() => assertion(options, true)),
    cancel: () => void load().then(({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony()),
  };
}

async function assertion(options: PasskeyRequest, useBrowserAutofill: boolean): Promise<Assertion> {
  const { startAuthentication } = await load();
  const { id, response } = await startAuthentication({
    optionsJSON: options,
    useBrowserAutofill,
    verifyBrowserAutofillInput: false,
  });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  const signed = { clientDataJSON, authenticatorData, signature };
  return { id, response: userHandle === undefined ? signed : { ...signed, userHandle } };
}

/** What the errors of browsers come to. */
async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new PasskeyError(kindOf(error));
  }
}

function kindOf(error: unknown): PasskeyError["kind"] {
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError" || name === "AbortError") return "cancelled";
  return name === "InvalidStateError" ? "known" : "failed";
}
