/** The files that a call has sent and was answered with, each with a preview. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useId, type ReactNode } from "react";
import type { CallFile, RecordedCall } from "@heliogram/shared/wire.ts";
import { useFormat } from "../../i18n/format.ts";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { arrowList } from "../../ui/focus/arrow-list.ts";
import { useErrorMessage } from "../rights/use-error-message.ts";
import { FilePreview } from "./file-preview.tsx";
import { useIsReadOnly } from "./read-only.ts";
import { useWorld } from "./use-world.ts";
import { withVisibleControls } from "./visible-controls.ts";

interface CallFilesProps {
  readonly call: RecordedCall;
  /** Whether the call has sent these files, or was answered with them. */
  readonly place: CallFile["in"];
}

export function CallFiles(props: CallFilesProps) {
  return useIsReadOnly() ? <FilesWithoutPreview {...props} /> : <FilesWithPreview {...props} />;
}

/** The developer console of a service says which files a call has sent, and does not lead to them. */
function FilesWithoutPreview({ call: { files }, place }: CallFilesProps) {
  if (place === "response" || files.length === 0) return null;
  return (
    <FileList title={<Trans>Files</Trans>}>
      {files.map(({ field, file_name, content_type, size }) => (
        <li key={field} className="px-3 py-2">
          <FileFacts name={withVisibleControls(file_name ?? field)} type={content_type} size={size} />
        </li>
      ))}
    </FileList>
  );
}

function FilesWithPreview({ call, place }: CallFilesProps) {
  const errorMessage = useErrorMessage();
  const { call: callApi, key } = useWorld();
  const { data, error } = useQuery({
    queryKey: key("call files", call.id),
    queryFn: async ({ signal }) => (await callApi("listCallFiles", { id: call.id }, signal)).files,
  });
  if (error && place === "params")
    return (
      <p role="alert" className="text-danger">
        {errorMessage(error)}
      </p>
    );
  const files = data?.filter((file) => file.in === place) ?? [];
  if (!data && place === "params" && call.files.length > 0) return <Skeleton className="h-32" />;
  if (files.length === 0) return null;
  return (
    <FileList title={place === "params" ? <Trans>Files</Trans> : <Trans>Files of the response</Trans>}>
      {files.map((file) => (
        <FileRow key={file.field} file={file} isRefused={call.status >= 400} />
      ))}
    </FileList>
  );
}

function FileList({ title, children }: { readonly title: ReactNode; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section className="flex flex-col gap-1.5">
      <h3 id={id} className="text-sm font-semibold">
        {title}
      </h3>
      <ul ref={arrowList} aria-labelledby={id} className="divide-y divide-line rounded-lg border border-line">
        {children}
      </ul>
    </section>
  );
}

/** Whether the service has recognized the content of the file. It does not recognize texts. */
function isKnown(mime_type: string | undefined): boolean {
  return mime_type !== undefined && mime_type !== "application/octet-stream";
}

interface FileRowProps {
  readonly file: CallFile;
  /** Whether the call was refused, so that nothing of it was kept. */
  readonly isRefused: boolean;
}

function FileRow({ file, isRefused }: FileRowProps) {
  const { t } = useLingui();
  const { stored, field, source } = file;
  const sources = { upload: t`Uploaded`, address: t`From an address`, file_id: t`By file_id` };
  const name = withVisibleControls(file.file_name ?? stored?.file_name ?? field);
  const size = file.size ?? stored?.size;
  const type = isKnown(stored?.mime_type) ? stored?.mime_type : (file.content_type ?? stored?.mime_type);
  return (
    <li className="flex flex-col gap-2 px-3 py-2">
      <FileFacts name={name} path={stored?.path} type={type} size={size} />
      <p className="flex flex-wrap items-baseline gap-x-3 text-sm text-soft">
        <code dir="ltr" className="min-w-0 [overflow-wrap:anywhere]">
          {withVisibleControls(field)}
        </code>
        {source && <span>{sources[source]}</span>}
      </p>
      {stored ? (
        <FilePreview key={stored.path} file={stored} name={name} />
      ) : (
        <p className="text-sm text-soft">
          {isRefused ? (
            <Trans>The service has not kept it, because the call was refused.</Trans>
          ) : (
            <Trans>The service does not have it any more.</Trans>
          )}
        </p>
      )}
    </li>
  );
}

interface FileFactsProps {
  readonly name: string;
  /** From where it is downloaded; absent if it cannot be. */
  readonly path?: string | undefined;
  readonly type: string | undefined;
  readonly size: number | undefined;
}

function FileFacts({ name, path, type, size }: FileFactsProps) {
  const format = useFormat();
  return (
    <p className="flex flex-wrap items-baseline gap-x-3">
      <bdi className="min-w-0 font-medium [overflow-wrap:anywhere]">
        {path === undefined ? (
          name
        ) : (
          <a href={path} download={name} className="text-accent hover:underline">
            {name}
          </a>
        )}
      </bdi>
      <span dir="ltr" className="min-w-0 text-sm text-soft [overflow-wrap:anywhere]">
        {type}
      </span>
      {size !== undefined && <span className="ms-auto text-sm text-soft">{format.size(size)}</span>}
    </p>
  );
}
