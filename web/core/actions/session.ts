/** Signing up, signing in and out, and loading the current session. */
import type { SessionOpened } from "@heliogram/shared/wire.ts";
import type { ParamsOf, ResultOf } from "../api/api.ts";
import { stepOf, type SignInStep } from "../model/sign-in-step.ts";
import { ApiError, NetworkError } from "../api/errors.ts";
import { setAvatarPhoto } from "../store/avatars.ts";
import { INITIAL_STATE, type State } from "../store/state.ts";
import type { ActionDeps } from "./deps.ts";

export interface SessionActions {
  /**
   * Loads the user that the browser's cookie belongs to. Concurrent first calls share one request. @throws NetworkError
   */
  loadSession(): Promise<void>;
  /** @returns what comes before the session, if anything does */
  signIn(form: ParamsOf<"signIn">): Promise<SignInStep | undefined>;
  signInSecondFactor(form: ParamsOf<"signInSecondFactor">): Promise<void>;
  signInPasskey(form: ParamsOf<"signInPasskey">): Promise<void>;
  /** Sets up the second factor of a sign-in, whose session `loadSession` then loads. @returns the recovery codes */
  confirmEnrolment(form: ParamsOf<"confirmEnrolment">): Promise<readonly string[]>;
  signUp(form: ParamsOf<"signUp">): Promise<SignInStep | undefined>;
  /** Sets a new password by a reset code. An earlier session in this browser ends. */
  setPassword(form: ParamsOf<"setPassword">): Promise<SignInStep | undefined>;
  signOut(): Promise<void>;
  /** Ends all of the user's sessions, this one included. */
  signOutEverywhere(): Promise<void>;
  /** Deletes the user's own account, with all of its sessions. */
  deleteAccount(form: ParamsOf<"deleteAccount">): Promise<void>;
  /** The session has ended, here or elsewhere: removes everything of the person from the page. */
  endSession(): void;
}

export function sessionActions(deps: ActionDeps): SessionActions {
  const { api, store } = deps;
  /** The connection may report the end of the session before the response of `signOut` arrives. */
  let ending: "signed_out" | "deleted" | undefined;
  const endSession = () => {
    const { session, session_end } = store.getState();
    clearSession(deps, session !== "open" ? session_end : (ending ?? "ended"));
  };
  const fetchProfile = async () => {
    try {
      const profile = await api.call("getProfile", {});
      await clearForOtherUser(deps, profile.user.id);
      store.setState({ session: "open", me: ownProfile(profile) });
      store.setState(setAvatarPhoto(profile.user));
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 401) throw error;
      endSession();
    }
  };
  const endBy = async (end: "signed_out" | "deleted", call: () => Promise<unknown>) => {
    ending = end;
    try {
      await call();
      clearSession(deps, end);
    } finally {
      ending = undefined;
    }
  };
  let first: Promise<void> | undefined;
  const loadSession = () => {
    if (store.getState().session !== "unknown") return fetchProfile();
    return (first ??= fetchProfile().finally(() => (first = undefined)));
  };
  const opened = async (answer: SessionOpened) => {
    const step = stepOf(answer);
    if (!step) await loadSession();
    return step;
  };
  return {
    loadSession,
    endSession,
    signIn: async (form) => opened(await api.call("signIn", form)),
    signInSecondFactor: async (form) => void (await opened(await api.call("signInSecondFactor", form))),
    signInPasskey: async (form) => void (await opened(await api.call("signInPasskey", form))),
    confirmEnrolment: async (form) => (await api.call("confirmEnrolment", form)).recovery_codes ?? [],
    signUp: async (form) => opened(await api.call("signUp", form)),
    async setPassword(form) {
      const answer = await api.call("setPassword", form);
      endSession();
      return opened(answer);
    },
    async signOut() {
      const address = await signOutAddress(api);
      await endBy("signed_out", () => api.call("signOut", {}));
      if (address !== undefined) deps.openAddress(address);
    },
    signOutEverywhere: () => endBy("signed_out", () => api.call("endSessions", { this_one: true })),
    deleteAccount: (form) => endBy("deleted", () => api.call("deleteAccount", form)),
  };
}

function ownProfile({ user, ...more }: ResultOf<"getProfile">): NonNullable<State["me"]> {
  const is_owner = "is_owner" in more && more.is_owner === true;
  const limits = "limits" in more ? { limits: more.limits } : {};
  const previews = "link_previews" in more ? { link_previews: true } : {};
  const named = "public_url" in more ? { public_url: more.public_url } : {};
  const notices = "reaction_notices" in more ? { reaction_notices: more.reaction_notices === true } : {};
  const push = { has_push: "has_push" in more, has_password: "has_password" in more };
  const due = "second_factor_due" in more ? { second_factor_due: more.second_factor_due } : {};
  const developer = "world" in more ? { developer: true, world: more.world } : {};
  const shown = { ...notices, ...push, ...due, ...limits, ...previews, ...named, ...developer };
  return { user, is_owner, ...shown };
}

/** Where the provider that opened the session ends its own. Without an answer, the sign-out goes on without it. */
async function signOutAddress(api: ActionDeps["api"]): Promise<string | undefined> {
  try {
    return (await api.call("getSignOutAddress", {})).url;
  } catch (error) {
    if (error instanceof ApiError || error instanceof NetworkError) return undefined;
    throw error;
  }
}

/** Removes everything of the person from the state and from the browser's storage. */
function clearSession(
  { store, storage, outboxFiles, chatSnapshots, notifications, push }: ActionDeps,
  session_end: State["session_end"],
): void {
  storage.clear();
  void outboxFiles.clear();
  void chatSnapshots.clear();
  void notifications.close(() => true);
  void push.forget();
  store.setState({ ...INITIAL_STATE, session: "none", ...(session_end ? { session_end } : {}) }, true);
}

/** The stored data may belong to a different user than the browser's cookie. */
async function clearForOtherUser(deps: ActionDeps, user_id: number): Promise<void> {
  const before = deps.store.getState().me?.user.id;
  if (before === undefined || before === user_id) return;
  clearSession(deps, undefined);
  deps.store.setState({ session: "unknown" });
  // Yields, so that the connection is closed and opened again for the other user.
  await new Promise<void>((done) => void deps.clock.after(0, done));
}
