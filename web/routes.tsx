/**
 * The routes of the client and their screens. The address of a new route must also be added to
 * `server/http/routes/web-client.ts`.
 */
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  retainSearchParams,
} from "@tanstack/react-router";
import type { ReactNode } from "react";
import { readFault } from "./features/account/provider-faults.ts";
import { SignInScreen } from "./features/account/sign-in-screen.tsx";
import type { Client } from "./core/client/client.ts";
import { ownPath } from "./core/model/addresses/own-path.ts";
import { readText, searchParser } from "./core/model/addresses/search-parser.ts";
import { MAIN_WORLD, parsePaneSearch } from "./core/model/chats/developer-search.ts";
import { parseDeveloperSearch, parseWorldSearch } from "./features/developer/search.ts";
import { ErrorScreen } from "./ui/feedback/error-screen.tsx";
import { firstScreenShown } from "./ui/first-screen.ts";
import { NotFound } from "./ui/feedback/not-found.tsx";
import { LazyChatPanes } from "./features/shell/lazy-chat-panes.tsx";
import { Shell } from "./features/shell/shell.tsx";
import { Welcome } from "./features/shell/welcome.tsx";

interface RouterContext {
  readonly client: Client;
}

const root = createRootRouteWithContext<RouterContext>()({
  notFoundComponent: () => (
    <main className="h-full">
      <NotFound />
    </main>
  ),
});

/** A component whose lazy part is loaded before the router shows the route. */
function loadedBefore(part: { readonly preload?: () => Promise<void> | undefined }, component: () => ReactNode) {
  return Object.assign(component, { preload: async () => part.preload?.() });
}

interface SignInSearch {
  /** The path to open after signing in or up. */
  readonly to?: string | undefined;
  /** Why a sign-in with a provider was refused. */
  readonly refused?: ReturnType<typeof readFault>;
}

const parseSignInSearch = searchParser<SignInSearch>({ to: ownPath, refused: readFault });
const parseRefusal = searchParser<Pick<SignInSearch, "refused">>({ refused: readFault });

/** Redirects users who are signed in already. */
function redirectIfSignedIn({
  context,
  search,
}: {
  readonly context: RouterContext;
  readonly search: SignInSearch;
}): void {
  if (context.client.store.getState().session === "open") throw redirect({ href: search.to ?? "/" });
}

const signIn = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  validateSearch: parseSignInSearch,
  beforeLoad: redirectIfSignedIn,
  onEnter: () => void SignUpScreen.preload?.(),
  component: () => <SignInScreen {...signIn.useSearch()} />,
});

const accountPages = () => import("./features/account/pages.ts");
const joinPages = () => import("./features/join/pages.ts");

const SignUpScreen = lazyRouteComponent(accountPages, "SignUpScreen");
const InvitationScreen = lazyRouteComponent(accountPages, "InvitationScreen");
const ForgottenPasswordScreen = lazyRouteComponent(accountPages, "ForgottenPasswordScreen");
const MailAddressScreen = lazyRouteComponent(accountPages, "MailAddressScreen");
const NewDeviceScreen = lazyRouteComponent(accountPages, "NewDeviceScreen");
const ResetScreen = lazyRouteComponent(accountPages, "ResetScreen");
const ConnectionsScreen = lazyRouteComponent(
  () => import("./features/settings/connections-screen.tsx"),
  "ConnectionsScreen",
);
const JoinScreen = lazyRouteComponent(joinPages, "JoinScreen");
const UsernameScreen = lazyRouteComponent(joinPages, "UsernameScreen");
// A name in a message leads there.
void firstScreenShown.then(() => UsernameScreen.preload?.());

const signUp = createRoute({
  getParentRoute: () => root,
  path: "/sign-up",
  validateSearch: parseSignInSearch,
  beforeLoad: redirectIfSignedIn,
  component: loadedBefore(SignUpScreen, () => <SignUpScreen to={signUp.useSearch().to} />),
});

const invitation = createRoute({
  getParentRoute: () => root,
  path: "/invite/$code",
  beforeLoad({ context }) {
    if (context.client.store.getState().session === "open") throw redirect({ to: "/" });
  },
  component: loadedBefore(InvitationScreen, () => <InvitationScreen code={invitation.useParams().code} />),
});

interface ChatSearch {
  /** The message to show. */
  readonly message?: number | undefined;
  /** The payload for the bot when it is started. */
  readonly start?: string | undefined;
  /** The topic to show. */
  readonly topic?: number | undefined;
}

function messageId(value: unknown): number | undefined {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

const parseChatSearch = searchParser<ChatSearch>({
  message: messageId,
  topic: messageId,
  start(value) {
    const payload = readText(value);
    return payload !== undefined && /^[\w-]{1,64}$/.test(payload) ? payload : undefined;
  },
});

/** Open to anybody who has the code, signed in or not. */
const reset = createRoute({
  getParentRoute: () => root,
  path: "/reset/$code",
  component: loadedBefore(ResetScreen, () => <ResetScreen code={reset.useParams().code} />),
});

const forgottenPassword = createRoute({
  getParentRoute: () => root,
  path: "/reset",
  beforeLoad: redirectIfSignedIn,
  component: loadedBefore(ForgottenPasswordScreen, () => <ForgottenPasswordScreen />),
});

/** Open to anybody who has the code of a mail, signed in or not. */
const mailAddress = createRoute({
  getParentRoute: () => root,
  path: "/mail/$code",
  component: loadedBefore(MailAddressScreen, () => <MailAddressScreen code={mailAddress.useParams().code} />),
});

/** Behind the QR code that an open session shows. Its fragment has the code. */
const newDevice = createRoute({
  getParentRoute: () => root,
  path: "/device",
  component: loadedBefore(NewDeviceScreen, () => <NewDeviceScreen />),
});

/** The parent of all routes that require a session: the list of chats, with one of these beside it. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: "signed-in",
  beforeLoad({ context, location }) {
    const { session, session_end } = context.client.store.getState();
    if (session === "open") return;
    // A user who signs in after another has signed out must not be sent to the other's address.
    const toStart = location.href === "/" || (session_end !== undefined && session_end !== "ended");
    throw redirect({ to: "/sign-in", search: toStart ? {} : { to: location.href } });
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
  validateSearch: parseChatSearch,
  component: () => {
    const { chatId } = chat.useParams();
    const { message, start, topic } = chat.useSearch();
    return <LazyChatPanes key={chatId} chat_id={chatId} topic={topic} message={message} start={start} />;
  },
});

const directoryPages = () => import("./features/directory/pages.ts");
const infoPages = () => import("./features/chat-info/pages.ts");

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

/** The calls and updates of the chat, in developer mode. */
const chatDeveloper = createRoute({
  getParentRoute: () => chat,
  path: "developer",
  validateSearch: parsePaneSearch,
  component: lazyRouteComponent(() => import("./features/developer/pages.ts"), "DeveloperPane"),
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
    path: "reactions",
    component: lazyRouteComponent(infoPages, "ReactionsPage"),
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
  component: loadedBefore(JoinScreen, () => <JoinScreen code={join.useParams().code} />),
});

const username = createRoute({
  getParentRoute: () => signedIn,
  path: "/@{$username}",
  validateSearch: parseChatSearch,
  component: loadedBefore(UsernameScreen, () => (
    <UsernameScreen username={username.useParams().username} search={username.useSearch()} />
  )),
});

const settings = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings",
  component: lazyRouteComponent(() => import("./features/settings/settings-screen.tsx"), "SettingsScreen"),
});

const ownBots = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings/bots",
  component: lazyRouteComponent(() => import("./features/bots/bots-screen.tsx"), "BotsScreen"),
});

const ownBot = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings/bots/$botId",
  params: {
    parse: ({ botId }) => ({ botId: Number(botId) }),
    stringify: ({ botId }) => ({ botId: String(botId) }),
  },
  component: lazyRouteComponent(() => import("./features/bots/bot-screen.tsx"), "BotScreen"),
});

const connections = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings/connections",
  validateSearch: parseRefusal,
  component: loadedBefore(ConnectionsScreen, () => <ConnectionsScreen refused={connections.useSearch().refused} />),
});

/** Shows the QR code by which another device signs in. */
const showDevice = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings/device",
  component: lazyRouteComponent(() => import("./features/settings/device/device-screen.tsx"), "DeviceScreen"),
});

/** The people on the service, and the public chats. */
const directory = createRoute({
  getParentRoute: () => signedIn,
  path: "/directory",
  component: lazyRouteComponent(directoryPages, "DirectoryScreen"),
});

/** Pages for owners of the service. */
const owner = createRoute({
  getParentRoute: () => signedIn,
  path: "/owner",
  component: lazyRouteComponent(() => import("./features/owner/owner-screen.tsx"), "OwnerScreen"),
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
    component: lazyRouteComponent(() => import("./features/owner/people.tsx"), "People"),
  }),
  createRoute({
    getParentRoute: () => owner,
    path: "/chats",
    component: lazyRouteComponent(() => import("./features/owner/chats.tsx"), "Chats"),
  }),
  createRoute({
    getParentRoute: () => owner,
    path: "/bots",
    component: lazyRouteComponent(() => import("./features/owner/bots.tsx"), "AllBots"),
  }),
  createRoute({
    getParentRoute: () => owner,
    path: "/invitations",
    component: lazyRouteComponent(() => import("./features/owner/invitations.tsx"), "Invitations"),
  }),
  createRoute({
    getParentRoute: () => owner,
    path: "/storage",
    component: lazyRouteComponent(() => import("./features/owner/storage.tsx"), "StoragePage"),
  }),
  createRoute({
    getParentRoute: () => owner,
    path: "/retention",
    component: lazyRouteComponent(() => import("./features/owner/retention.tsx"), "Retention"),
  }),
  createRoute({
    getParentRoute: () => owner,
    path: "/audit",
    component: lazyRouteComponent(() => import("./features/owner/audit.tsx"), "Audit"),
  }),
] as const;

const developerPages = () => import("./features/developer/pages.ts");

/** Pages for authors of bots. The service has them in developer mode alone, open to everybody who reaches it. */
const developer = createRoute({
  getParentRoute: () => root,
  path: "/developer",
  validateSearch: parseDeveloperSearch,
  // The pages show one world until another one is chosen.
  search: { middlewares: [retainSearchParams(["world"])] },
  component: lazyRouteComponent(developerPages, "DeveloperScreen"),
});

const developerTree = developer.addChildren([
  createRoute({
    getParentRoute: () => developer,
    path: "/",
    component: lazyRouteComponent(developerPages, "CallsPage"),
  }),
  createRoute({
    getParentRoute: () => developer,
    path: "/updates",
    component: lazyRouteComponent(developerPages, "UpdatesPage"),
  }),
  createRoute({
    getParentRoute: () => developer,
    path: "/webhooks",
    component: lazyRouteComponent(developerPages, "WebhooksPage"),
  }),
  createRoute({
    getParentRoute: () => developer,
    path: "/findings",
    component: lazyRouteComponent(developerPages, "FindingsPage"),
  }),
  createRoute({
    getParentRoute: () => developer,
    path: "/people",
    component: lazyRouteComponent(developerPages, "PeoplePage"),
  }),
  createRoute({
    getParentRoute: () => developer,
    path: "/faults",
    component: lazyRouteComponent(developerPages, "FaultsPage"),
  }),
  createRoute({
    getParentRoute: () => developer,
    path: "/clock",
    component: lazyRouteComponent(developerPages, "ClockPage"),
  }),
  createRoute({
    getParentRoute: () => developer,
    path: "/worlds",
    component: lazyRouteComponent(developerPages, "WorldsPage"),
  }),
]);

const AsPersonScreen = lazyRouteComponent(developerPages, "AsPersonScreen");

const asPerson = createRoute({
  getParentRoute: () => root,
  path: "/developer/as/$person",
  validateSearch: parseWorldSearch,
  component: loadedBefore(AsPersonScreen, () => (
    <AsPersonScreen person={asPerson.useParams().person} world={asPerson.useSearch().world ?? MAIN_WORLD} />
  )),
});

const routeTree = root.addChildren([
  developerTree,
  asPerson,
  signIn,
  signUp,
  invitation,
  reset,
  forgottenPassword,
  mailAddress,
  newDevice,
  signedIn.addChildren([
    home,
    chat.addChildren([infoTree, chatDeveloper]),
    join,
    username,
    settings,
    ownBots,
    ownBot,
    connections,
    showDevice,
    directoryTree,
    owner.addChildren(ownerPages),
  ]),
]);

export function createClientRouter(client: Client) {
  return createRouter({ routeTree, context: { client }, defaultErrorComponent: ErrorScreen, scrollRestoration: false });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createClientRouter>;
  }
}
