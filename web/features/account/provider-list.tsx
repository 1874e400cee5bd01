/** The OpenID providers with which people sign in, each as a button that leads there. */
import type { ProviderFault } from "@heliogram/shared/provider-faults.ts";
import { useQuery } from "@tanstack/react-query";
import { LogIn } from "lucide-react";
import type { ResultOf } from "../../core/api/api.ts";
import { useClient } from "../../core/client/context.tsx";
import { buttonVariants } from "../../ui/buttons/button.tsx";
import { OrDivider } from "./or-divider.tsx";
import { useProviderFaults } from "./provider-faults.ts";

export const SIGN_IN_OPTIONS = ["sign-in options"];

/** The ways to sign in; `undefined` until the service has answered. */
export function useSignInOptions(): ResultOf<"getSignInOptions"> | undefined {
  const { api } = useClient();
  return useQuery({ queryKey: SIGN_IN_OPTIONS, queryFn: () => api.call("getSignInOptions", {}) }).data;
}

interface ProviderListProps {
  readonly options: ResultOf<"getSignInOptions"> | undefined;
  /** The path to open afterwards. */
  readonly to?: string | undefined;
  /** Whether an account was refused, so that another one is chosen at the provider. */
  readonly isRefused?: boolean;
}

export function ProviderList({ options, to, isRefused = false }: ProviderListProps) {
  if (!options || options.providers.length === 0) return null;
  const search = new URLSearchParams({
    ...(to === undefined ? {} : { return_to: to }),
    ...(isRefused ? { another: "1" } : {}),
  });
  return (
    <div className="flex flex-col gap-4">
      {options.password && <OrDivider />}
      <ul className="flex flex-col gap-2">
        {options.providers.map(({ id, label }) => (
          <li key={id}>
            <a
              href={`/api/oidc/${id}/start?${search}`}
              className={buttonVariants({ variant: "soft", size: "large", className: "w-full" })}
            >
              <LogIn aria-hidden className="size-4.5 shrink-0 rtl:-scale-x-100" />
              <span className="min-w-0 break-words" dir="auto">
                {label}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Why the last sign-in was refused. */
export function ProviderRefusal({ fault }: { readonly fault: ProviderFault | undefined }) {
  const sentences = useProviderFaults();
  if (!fault) return null;
  return (
    <p role="alert" className="rounded-lg bg-danger-fill/12 px-3 py-2 text-sm text-danger">
      {sentences[fault]}
    </p>
  );
}
