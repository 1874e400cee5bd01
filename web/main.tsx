/** Where the client begins: what it takes from the browser, its language, and the first screen. */
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createClient } from "./client/client.ts";
import { ClientProvider } from "./client/context.tsx";
import { takeLocale, wantedLocale } from "./i18n/locale.ts";
import { browserPorts } from "./ports/ports.ts";
import { createClientRouter } from "./routes.tsx";
import { Entrance } from "./shell/entrance.tsx";
import { UpdateNotice } from "./shell/update-notice.tsx";
import "./styles/main.css";
import { ToastProvider } from "./ui/toasts.tsx";

const ports = browserPorts();
const client = createClient(ports);
const queries = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000, retry: 1 } } });
const router = createClientRouter(client);

await takeLocale(wantedLocale(ports.storage));

createRoot(document.querySelector("#root")!).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <ClientProvider client={client}>
        <QueryClientProvider client={queries}>
          <ToastProvider>
            <UpdateNotice />
            <Entrance onSessionChange={() => void router.invalidate()}>
              <RouterProvider router={router} />
            </Entrance>
          </ToastProvider>
        </QueryClientProvider>
      </ClientProvider>
    </I18nProvider>
  </StrictMode>,
);
