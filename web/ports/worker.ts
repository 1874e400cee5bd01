/** The service worker, which keeps the client's shell: setting it up, and hearing of a newer one. */

const ADDRESS = "/service-worker.js";

/** The policy of the pages lets scripts be named by this one, and by no text. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: () => string },
  ): { createScriptURL(address: string): string };
}

export interface Workers {
  /**
   * Sets the worker up. `onUpdate` is told when a newer version waits, and given the way to take it: the page is then
   * loaded anew.
   */
  keep(onUpdate: (take: () => void) => void): void;
}

export function browserWorkers(): Workers {
  // A policy can be made only once.
  const address = trusted(ADDRESS);
  return {
    keep(onUpdate) {
      // Plain http has no service workers: then nothing is kept, and everything else works.
      const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
      container?.register(address).then(
        (registration: ServiceWorkerRegistration | undefined) => {
          // Where service workers are turned off, some answer with nothing.
          if (registration) watch(container, registration, onUpdate);
        },
        () => {},
      );
    },
  };
}

function trusted(address: string): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy("service-worker", { createScriptURL: () => address });
  return policy?.createScriptURL(address) ?? address;
}

function watch(
  container: ServiceWorkerContainer,
  registration: ServiceWorkerRegistration,
  onUpdate: (take: () => void) => void,
): void {
  // A page that the worker took over for the first time is new as it is.
  let wasKept = container.controller !== null;
  container.addEventListener("controllerchange", () => {
    if (wasKept) location.reload();
    else container.controller?.postMessage({ keep: loadedFiles() });
    wasKept = true;
  });
  const offer = () => {
    const { waiting } = registration;
    if (waiting && wasKept) onUpdate(() => waiting.postMessage("take over"));
  };
  offer();
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", offer);
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") registration.update().catch(() => {});
  });
}

/** What came before the worker was there to keep it: among it the language, which belongs to no shell. */
function loadedFiles(): string[] {
  const names = performance.getEntriesByType("resource").map(({ name }) => name);
  return names.filter((name) => name.startsWith(`${location.origin}/assets/`));
}
