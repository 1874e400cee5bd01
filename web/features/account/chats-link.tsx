/** The line below a page of an account that leads to the chats of the session that there is. */
import { Trans } from "@lingui/react/macro";
import { FormFooter } from "./form-footer.tsx";

export function ChatsLink() {
  return (
    <FormFooter>
      <a href="/" className="touch-link text-accent underline">
        <Trans>Go to the chats</Trans>
      </a>
    </FormFooter>
  );
}
