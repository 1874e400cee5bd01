/** The developer's pages, which are loaded together. */
export { AsPersonScreen } from "./as-person-screen.tsx";
export { CallsPage } from "./calls-page.tsx";
export { DeveloperPane } from "./chat-pane.tsx";
export { ClockPage } from "./clock-page.tsx";
export { DeveloperScreen } from "./developer-screen.tsx";
export { FaultsPage } from "./faults-page.tsx";
export { FindingsPage } from "./findings-page.tsx";
export { PeoplePage } from "./people-page.tsx";
export { UpdatesPage } from "./updates-page.tsx";
export { WebhooksPage } from "./webhooks-page.tsx";
export { WorldsPage } from "./worlds-page.tsx";
