/** The entry point of the client: browser ports, language and first screen. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { retryDelay } from "./core/api/errors.ts";
import { createClient } from "./core/client/client.ts";
import { openStreamSocket } from "./core/live/connection.ts";
import { ClientProvider } from "./core/client/context.tsx";
import { Language } from "./i18n/language.tsx";
import { takeDateStyle } from "./i18n/date-style.ts";
import { chosenLocale, takeLocale, wantedLocale } from "./i18n/locale.ts";
import { browserPorts } from "./core/ports/ports.ts";
import { reloadPage } from "./core/client/reload-page.ts";
import { createClientRouter } from "./routes.tsx";
import { SessionGate } from "./features/shell/session-gate.tsx";
import { AvatarPhotosProvider } from "./features/shell/avatar-photos-provider.tsx";
import { UpdateNotice } from "./features/shell/update-notice.tsx";
import "./styles/main.css";
import { ToastProvider } from "./ui/feedback/toasts.tsx";
import { LateLoadContext } from "./ui/late-component.tsx";

const ports = browserPorts();
const client = createClient(ports, () => openStreamSocket(chosenLocale(ports.storage) ?? navigator.language));
const queries = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, retry: 1, retryDelay: (tries, error) => retryDelay(error, tries, 1000) },
  },
});
const router = createClientRouter(client);

function changeSession(): void {
  // Cached queries of one user must not be shown to the next.
  queries.clear();
  void router.invalidate();
}

// A lazily loaded part may be missing after an update of the server; then the page reloads.
window.addEventListener("vite:preloadError", () => {
  if (ports.browserStatus.isOnline()) reloadPage(ports);
});

// Runs while the language is loaded. If the server is unreachable, the session gate retries.
client.session.loadSession().catch(() => {});
takeDateStyle(ports.storage);
await takeLocale(wantedLocale(ports.storage));

createRoot(document.querySelector("#root")!).render(
  <StrictMode>
    <Language>
      <ClientProvider client={client}>
        <QueryClientProvider client={queries}>
          <LateLoadContext value={ports.clock.after}>
            <ToastProvider>
              <UpdateNotice />
              <SessionGate onSessionChange={changeSession}>
                <AvatarPhotosProvider>
                  <RouterProvider router={router} />
                </AvatarPhotosProvider>
              </SessionGate>
            </ToastProvider>
          </LateLoadContext>
        </QueryClientProvider>
      </ClientProvider>
    </Language>
  </StrictMode>,
);
