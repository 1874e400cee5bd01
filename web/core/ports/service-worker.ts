/** The service worker, which caches the client's shell: registration, and updates to a new version. */

const ADDRESS = "/service-worker.js";

/** The page's Trusted Types policy: script URLs must be created by a policy of this name. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: () => string },
  ): { createScriptURL(address: string): string };
}

export interface ServiceWorkers {
  /**
   * Registers the service worker. `onUpdate` is called when a new version waits, with a function that activates it; the
   * page then reloads.
   */
  register(onUpdate: (activate: () => void) => void): void;
}

export function browserServiceWorkers(): ServiceWorkers {
  // A policy can be created only once.
  const address = trustedScriptUrl(ADDRESS);
  return {
    register(onUpdate) {
      // Service workers are not available on plain HTTP; then nothing is cached, and everything else works.
      const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
      container?.register(address).then(
        (registration: ServiceWorkerRegistration | undefined) => {
          // Some browsers resolve with nothing if service workers are disabled.
          if (registration) watch(container, registration, onUpdate);
        },
        () => {},
      );
    },
  };
}

function trustedScriptUrl(address: string): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy("service-worker", { createScriptURL: () => address });
  return policy?.createScriptURL(address) ?? address;
}

function watch(
  container: ServiceWorkerContainer,
  registration: ServiceWorkerRegistration,
  onUpdate: (activate: () => void) => void,
): void {
  // A page that the worker controls for the first time is already current.
  let wasControlled = container.controller !== null;
  container.addEventListener("controllerchange", () => {
    if (wasControlled) location.reload();
    else container.controller?.postMessage({ keep: loadedFiles() });
    wasControlled = true;
  });
  const offer = () => {
    const { waiting } = registration;
    if (waiting && wasControlled) onUpdate(() => waiting.postMessage("take over"));
  };
  offer();
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", offer);
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") registration.update().catch(() => {});
  });
}

/**
 * Files that were loaded before the worker controlled the page, among them the language, which is not part of the
 * shell.
 */
function loadedFiles(): string[] {
  const names = performance.getEntriesByType("resource").map(({ name }) => name);
  return names.filter((name) => name.startsWith(`${location.origin}/assets/`));
}
