/** The names of the kinds of stored files on the storage page. */
import { useLingui } from "@lingui/react/macro";
import { useFileKindLabels } from "../message/use-file-kind-labels.ts";

/** @returns the label of a kind as `getStorageUse` names it; a kind without a label keeps its name */
export function useStorageLabels(): (kind: string) => string {
  const { t } = useLingui();
  const labels: Readonly<Record<string, string>> = { ...useFileKindLabels(), previews: t`Previews and leftovers` };
  return (kind) => labels[kind] ?? kind;
}
