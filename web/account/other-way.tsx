/** The line below a form that leads to the other one: from signing up to signing in, and back. */
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

interface OtherWayProps {
  /** Where the person wants to go once they are in. */
  readonly to?: string | undefined;
}

const search = ({ to }: OtherWayProps) => (to === undefined ? {} : { to });

/** The link looks like one among the words beside it. */
const LINK = "text-accent underline";

export function OtherWay({ children }: { readonly children: ReactNode }) {
  // It has its room before it is known what it says.
  return <p className="min-h-5 text-center text-sm text-soft">{children}</p>;
}

export function ToSignIn(way: OtherWayProps) {
  return (
    <OtherWay>
      <Trans>
        Have an account already?{" "}
        <Link to="/sign-in" search={search(way)} className={LINK}>
          Sign in
        </Link>
      </Trans>
    </OtherWay>
  );
}

export function ToSignUp(way: OtherWayProps) {
  return (
    <OtherWay>
      <Trans>
        New here?{" "}
        <Link to="/sign-up" search={search(way)} className={LINK}>
          Create an account
        </Link>
      </Trans>
    </OtherWay>
  );
}
