/** The link in the examples of methods that make links to archives. */
import type { ArchiveLink } from "@heliogram/shared/wire.ts";

/** @param subject - as it is in paths: `person/<id>` or `chat/<id>` */
export function exampleLink(subject: string): ArchiveLink {
  return {
    path: `/api/archive/${subject}/1767225660/Y7pGq2x0b3J0bWVzc2FnZXMtYXJlLW5vdC1oZXJlLXg`,
    expires_at: 1_767_225_660,
  };
}
