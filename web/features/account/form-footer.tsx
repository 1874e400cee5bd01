/** The line below the sign-in and sign-up forms that links each of them to the other. */
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

interface SignInSearch {
  /** The address to open after signing in. */
  readonly to?: string | undefined;
}

const searchParams = ({ to }: SignInSearch) => (to === undefined ? {} : { to });

/** Links within a sentence. */
const LINK = "text-accent underline";

export function FormFooter({ children }: { readonly children: ReactNode }) {
  // Rendered even while empty, so that the form does not move when the text arrives.
  return <p className="min-h-5 text-center text-sm text-soft">{children}</p>;
}

export function SignInLink(props: SignInSearch) {
  return (
    <FormFooter>
      <Trans>
        Have an account already?{" "}
        <Link to="/sign-in" search={searchParams(props)} className={LINK}>
          Sign in
        </Link>
      </Trans>
    </FormFooter>
  );
}

/** For people who know that they have an account. */
export function BackToSignInLink() {
  return (
    <FormFooter>
      <Link to="/sign-in" search={{}} className="touch-link text-accent underline">
        <Trans>Back to the sign-in</Trans>
      </Link>
    </FormFooter>
  );
}

export function SignUpLink(props: SignInSearch) {
  return (
    <FormFooter>
      <Trans>
        New here?{" "}
        <Link to="/sign-up" search={searchParams(props)} className={LINK}>
          Create an account
        </Link>
      </Trans>
    </FormFooter>
  );
}
