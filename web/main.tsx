/** Where the client begins: what it takes from the browser, its language, and the first screen. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { pauseBefore } from "./api/failure.ts";
import { createClient } from "./client/client.ts";
import { ClientProvider } from "./client/context.tsx";
import { Language } from "./i18n/language.tsx";
import { takeLocale, wantedLocale } from "./i18n/locale.ts";
import { browserPorts } from "./ports/ports.ts";
import { renewPage } from "./client/renew.ts";
import { createClientRouter } from "./routes.tsx";
import { Entrance } from "./shell/entrance.tsx";
import { NewFaces } from "./shell/new-faces.tsx";
import { UpdateNotice } from "./shell/update-notice.tsx";
import "./styles/main.css";
import { ToastProvider } from "./ui/toasts.tsx";

const ports = browserPorts();
const client = createClient(ports);
const queries = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, retry: 1, retryDelay: (tries, error) => pauseBefore(error, tries, 1000) },
  },
});
const router = createClientRouter(client);

function changeSession(): void {
  // What one person was told, the next one does not see.
  queries.clear();
  void router.invalidate();
}

// A part of the client that is fetched later may be gone since: the service has a newer one.
window.addEventListener("vite:preloadError", () => renewPage(ports));

// Under way while the language is fetched. Should the service be away, the entrance asks again.
client.session.findMe().catch(() => {});
await takeLocale(wantedLocale(ports.storage));

createRoot(document.querySelector("#root")!).render(
  <StrictMode>
    <Language>
      <ClientProvider client={client}>
        <QueryClientProvider client={queries}>
          <ToastProvider>
            <UpdateNotice />
            <Entrance onSessionChange={changeSession}>
              <NewFaces>
                <RouterProvider router={router} />
              </NewFaces>
            </Entrance>
          </ToastProvider>
        </QueryClientProvider>
      </ClientProvider>
    </Language>
  </StrictMode>,
);
