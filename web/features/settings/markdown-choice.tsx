/** The switch for Markdown in what the person writes on this device. */
import { Trans } from "@lingui/react/macro";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { Switch } from "../../ui/forms/choice.tsx";

export function MarkdownChoice() {
  const { writing } = useClient();
  const markdown = useClientState((state) => state.markdown);
  return (
    <Switch
      label={<Trans>Format what I write</Trans>}
      hint={<Trans>Marks such as **bold** become formats, and names such as :smile: become emoji.</Trans>}
      checked={markdown}
      onChange={writing.setMarkdown}
    />
  );
}
