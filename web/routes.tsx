/** Addresses and their screens. A further screen is a further route here, and its address in `server/http/client-door.ts`. */
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from "@tanstack/react-router";
import { InvitationScreen } from "./account/invitation-screen.tsx";
import { ResetScreen } from "./account/reset-screen.tsx";
import { SignInScreen } from "./account/sign-in-screen.tsx";
import { SignUpScreen } from "./account/sign-up-screen.tsx";
import type { Client } from "./client/client.ts";
import { JoinScreen } from "./join/join-screen.tsx";
import { UsernameScreen } from "./join/username-screen.tsx";
import { Broken } from "./ui/broken.tsx";
import { Nowhere } from "./ui/nowhere.tsx";
import { Shell } from "./shell/shell.tsx";
import { Welcome } from "./shell/welcome.tsx";

/** The largest part of the client. The list of chats is there before it, and fetches it at once (`shell/shell.tsx`). */
const ChatPanes = lazyRouteComponent(() => import("./chat/chat-panes.tsx"), "ChatPanes");

interface RouterContext {
  readonly client: Client;
}

const root = createRootRouteWithContext<RouterContext>()({
  notFoundComponent: () => (
    <main className="h-full">
      <Nowhere />
    </main>
  ),
});

/** Where somebody wanted to go who has to sign in or up first. */
interface Goal {
  readonly to?: string;
}

function goalOf({ to }: Record<string, unknown>): Goal {
  return typeof to === "string" && /^\/(?!\/)/.test(to) ? { to } : {};
}

/** Who is in already has nothing to do at the door. */
function passOn({ context, search }: { readonly context: RouterContext; readonly search: Goal }): void {
  if (context.client.store.getState().session === "open") throw redirect({ href: search.to ?? "/" });
}

const signIn = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  validateSearch: goalOf,
  beforeLoad: passOn,
  component: () => <SignInScreen to={signIn.useSearch().to} />,
});

const signUp = createRoute({
  getParentRoute: () => root,
  path: "/sign-up",
  validateSearch: goalOf,
  beforeLoad: passOn,
  component: () => <SignUpScreen to={signUp.useSearch().to} />,
});

const invitation = createRoute({
  getParentRoute: () => root,
  path: "/invite/$code",
  beforeLoad({ context }) {
    if (context.client.store.getState().session === "open") throw redirect({ to: "/" });
  },
  component: () => <InvitationScreen code={invitation.useParams().code} />,
});

/** A message to go to, and what a bot is told when it is started. */
interface Place {
  readonly message?: number;
  readonly start?: string;
}

function placeOf({ message, start }: Record<string, unknown>): Place {
  const id = Number(message);
  const payload = typeof start === "number" ? String(start) : start;
  return {
    ...(Number.isSafeInteger(id) && id > 0 ? { message: id } : {}),
    ...(typeof payload === "string" && /^[\w-]{1,64}$/.test(payload) ? { start: payload } : {}),
  };
}

/** Open to anyone who has the code, signed in or not. */
const reset = createRoute({
  getParentRoute: () => root,
  path: "/reset/$code",
  component: () => <ResetScreen code={reset.useParams().code} />,
});

/** Everything behind signing in: the list of chats, and beside it one of these. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: "signed-in",
  beforeLoad({ context, location }) {
    const { session, left } = context.client.store.getState();
    if (session === "open") return;
    // Whoever signs in after somebody has left is not led to where those were.
    const known = location.href === "/" || left === "signed_out";
    throw redirect({ to: "/sign-in", search: known ? {} : { to: location.href } });
  },
  component: Shell,
});

const home = createRoute({ getParentRoute: () => signedIn, path: "/", component: Welcome });

const chat = createRoute({
  getParentRoute: () => signedIn,
  path: "/chat/$chatId",
  params: {
    parse: ({ chatId }) => ({ chatId: Number(chatId) }),
    stringify: ({ chatId }) => ({ chatId: String(chatId) }),
  },
  validateSearch: placeOf,
  component: () => {
    const { chatId } = chat.useParams();
    const { message, start } = chat.useSearch();
    return <ChatPanes key={chatId} chat_id={chatId} message={message} start={start} />;
  },
});

const directoryPages = () => import("./directory/pages.ts");
const infoPages = () => import("./chat-info/pages.ts");

const info = createRoute({
  getParentRoute: () => chat,
  path: "info",
  component: lazyRouteComponent(infoPages, "InfoPane"),
});

const member = createRoute({
  getParentRoute: () => info,
  path: "member/$userId",
  params: {
    parse: ({ userId }) => ({ userId: Number(userId) }),
    stringify: ({ userId }) => ({ userId: String(userId) }),
  },
});

const infoTree = info.addChildren([
  createRoute({ getParentRoute: () => info, path: "/", component: lazyRouteComponent(infoPages, "OverviewPage") }),
  createRoute({ getParentRoute: () => info, path: "edit", component: lazyRouteComponent(infoPages, "EditPage") }),
  createRoute({
    getParentRoute: () => info,
    path: "permissions",
    component: lazyRouteComponent(infoPages, "PermissionsPage"),
  }),
  createRoute({
    getParentRoute: () => info,
    path: "administrators",
    component: lazyRouteComponent(infoPages, "AdministratorsPage"),
  }),
  createRoute({
    getParentRoute: () => info,
    path: "administrators/add",
    component: lazyRouteComponent(infoPages, "NewAdministratorPage"),
  }),
  createRoute({
    getParentRoute: () => info,
    path: "restricted",
    component: lazyRouteComponent(infoPages, "RestrictedPage"),
  }),
  createRoute({ getParentRoute: () => info, path: "banned", component: lazyRouteComponent(infoPages, "BannedPage") }),
  createRoute({ getParentRoute: () => info, path: "links", component: lazyRouteComponent(infoPages, "LinksPage") }),
  createRoute({
    getParentRoute: () => info,
    path: "requests",
    component: lazyRouteComponent(infoPages, "RequestsPage"),
  }),
  createRoute({ getParentRoute: () => info, path: "add", component: lazyRouteComponent(infoPages, "AddPage") }),
  member.addChildren([
    createRoute({ getParentRoute: () => member, path: "/", component: lazyRouteComponent(infoPages, "MemberPage") }),
    createRoute({
      getParentRoute: () => member,
      path: "rights",
      component: lazyRouteComponent(infoPages, "RightsPage"),
    }),
    createRoute({
      getParentRoute: () => member,
      path: "restrict",
      component: lazyRouteComponent(infoPages, "RestrictPage"),
    }),
  ]),
]);

const join = createRoute({
  getParentRoute: () => signedIn,
  path: "/join/$code",
  component: () => <JoinScreen code={join.useParams().code} />,
});

const username = createRoute({
  getParentRoute: () => signedIn,
  path: "/@{$username}",
  validateSearch: placeOf,
  component: () => <UsernameScreen username={username.useParams().username} place={username.useSearch()} />,
});

const settings = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings",
  component: lazyRouteComponent(() => import("./settings/settings-screen.tsx"), "SettingsScreen"),
});

const ownBots = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings/bots",
  component: lazyRouteComponent(() => import("./bots/bots-screen.tsx"), "BotsScreen"),
});

const ownBot = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings/bots/$botId",
  params: {
    parse: ({ botId }) => ({ botId: Number(botId) }),
    stringify: ({ botId }) => ({ botId: String(botId) }),
  },
  component: lazyRouteComponent(() => import("./bots/bot-screen.tsx"), "BotScreen"),
});

/** Who is here, and which chats are open to everybody. */
const directory = createRoute({
  getParentRoute: () => signedIn,
  path: "/directory",
  component: lazyRouteComponent(directoryPages, "DirectoryScreen"),
});

/** For owners of the service. */
const owner = createRoute({
  getParentRoute: () => signedIn,
  path: "/owner",
  component: lazyRouteComponent(() => import("./owner/owner-screen.tsx"), "OwnerScreen"),
});

const directoryTree = directory.addChildren([
  createRoute({ getParentRoute: () => directory, path: "/", component: lazyRouteComponent(directoryPages, "People") }),
  createRoute({
    getParentRoute: () => directory,
    path: "/chats",
    component: lazyRouteComponent(directoryPages, "PublicChats"),
  }),
]);

const ownerPages = [
  createRoute({
    getParentRoute: () => owner,
    path: "/",
    component: lazyRouteComponent(() => import("./owner/people.tsx"), "People"),
  }),
  createRoute({
    getParentRoute: () => owner,
    path: "/chats",
    component: lazyRouteComponent(() => import("./owner/chats.tsx"), "Chats"),
  }),
  createRoute({
    getParentRoute: () => owner,
    path: "/bots",
    component: lazyRouteComponent(() => import("./owner/bots.tsx"), "AllBots"),
  }),
  createRoute({
    getParentRoute: () => owner,
    path: "/invitations",
    component: lazyRouteComponent(() => import("./owner/invitations.tsx"), "Invitations"),
  }),
  createRoute({
    getParentRoute: () => owner,
    path: "/storage",
    component: lazyRouteComponent(() => import("./owner/storage.tsx"), "Storage"),
  }),
  createRoute({
    getParentRoute: () => owner,
    path: "/audit",
    component: lazyRouteComponent(() => import("./owner/audit.tsx"), "Audit"),
  }),
] as const;

const routeTree = root.addChildren([
  signIn,
  signUp,
  invitation,
  reset,
  signedIn.addChildren([
    home,
    chat.addChildren([infoTree]),
    join,
    username,
    settings,
    ownBots,
    ownBot,
    directoryTree,
    owner.addChildren(ownerPages),
  ]),
]);

export function createClientRouter(client: Client) {
  return createRouter({ routeTree, context: { client }, defaultErrorComponent: Broken, scrollRestoration: false });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createClientRouter>;
  }
}
