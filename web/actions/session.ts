/** Signing up, in and out, and finding out who is signed in. */
import type { ParamsOf } from "../api/call.ts";
import { Refusal } from "../api/failure.ts";
import { showFace } from "../store/faces.ts";
import { NOTHING, type State } from "../store/state.ts";
import type { ActionDeps } from "./deps.ts";

export interface SessionActions {
  /** Asks the service who the browser's cookie stands for; at the beginning, once for all who ask. @throws Unreachable */
  findMe(): Promise<void>;
  signIn(form: ParamsOf<"signIn">): Promise<void>;
  signUp(form: ParamsOf<"signUp">): Promise<void>;
  /** Chooses a new password by the code of a reset; whoever was signed in here before is no longer. */
  setPassword(form: ParamsOf<"setPassword">): Promise<void>;
  signOut(): Promise<void>;
  /** The session has ended, here or elsewhere: nothing of the person stays in the page. */
  forgetMe(): void;
}

export function sessionActions(deps: ActionDeps): SessionActions {
  const { api, store } = deps;
  /** The line may say that the session has ended before the answer to signing out is there. */
  let leaving = false;
  const forgetMe = () => {
    const { session, left } = store.getState();
    forget(deps, session !== "open" ? left : leaving ? "signed_out" : "ended");
  };
  const ask = async () => {
    try {
      const { user, ...more } = await api.call("getProfile", {});
      await leaveToOther(deps, user.id);
      const is_owner = "is_owner" in more && more.is_owner === true;
      const limits = "limits" in more ? { limits: more.limits } : {};
      const named = "public_url" in more ? { public_url: more.public_url } : {};
      store.setState({ session: "open", me: { user, is_owner, ...limits, ...named } });
      store.setState(showFace(user));
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 401) throw error;
      forgetMe();
    }
  };
  let first: Promise<void> | undefined;
  const findMe = () => {
    if (store.getState().session !== "unknown") return ask();
    return (first ??= ask().finally(() => (first = undefined)));
  };
  return {
    findMe,
    forgetMe,
    async signIn(form) {
      await api.call("signIn", form);
      await findMe();
    },
    async signUp(form) {
      await api.call("signUp", form);
      await findMe();
    },
    async setPassword(form) {
      await api.call("setPassword", form);
      forgetMe();
      await findMe();
    },
    async signOut() {
      leaving = true;
      try {
        await api.call("signOut", {});
        forget(deps, "signed_out");
      } finally {
        leaving = false;
      }
    },
  };
}

/** Nothing of the person stays, on the screen or on the machine. */
function forget({ store, storage, keptFiles, keptChats, notices }: ActionDeps, left: State["left"]): void {
  storage.clear();
  void keptFiles.clear();
  void keptChats.clear();
  void notices.close(() => true);
  store.setState({ ...NOTHING, session: "none", ...(left ? { left } : {}) }, true);
}

/** What was kept here may be of somebody else than the browser's cookie. */
async function leaveToOther(deps: ActionDeps, user_id: number): Promise<void> {
  const before = deps.store.getState().me?.user.id;
  if (before === undefined || before === user_id) return;
  forget(deps, undefined);
  deps.store.setState({ session: "unknown" });
  // The line is closed, and opened anew for the other.
  await new Promise<void>((done) => void deps.clock.after(0, done));
}
