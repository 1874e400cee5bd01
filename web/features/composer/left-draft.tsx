/** What a person was writing in a chat in which they can no longer write, to be copied. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { usePlace } from "../../core/client/use-place.ts";
import { EMPTY_DRAFT } from "../../core/store/drafts.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { useCopy } from "../../ui/clipboard/copy-provider.tsx";
import { TextArea } from "../../ui/forms/text-field.tsx";

export function LeftDraft({ chat_id }: { readonly chat_id: number }) {
  const { t } = useLingui();
  const { drafts } = useClient();
  const copy = useCopy();
  const place = usePlace(chat_id);
  const text = useClientState((state) => state.drafts[place]?.text ?? "");
  if (text.trim() === "") return null;
  return (
    <section aria-label={t`What you were writing`} className="mx-auto flex w-full max-w-3xl flex-col gap-2 p-3">
      <p role="status" className="text-soft">
        <Trans>You can no longer write here. What you were writing is not sent:</Trans>
      </p>
      <TextArea readOnly label={t`What you were writing`} rows={3} dir="auto" value={text} />
      <div className="flex justify-end gap-2">
        <Button variant="plain" onClick={() => drafts.changeDraft(place, () => EMPTY_DRAFT)}>
          <Trans>Discard it</Trans>
        </Button>
        <Button onClick={() => void copy(text, t`The text is copied.`)}>
          <Trans>Copy it</Trans>
        </Button>
      </div>
    </section>
  );
}
