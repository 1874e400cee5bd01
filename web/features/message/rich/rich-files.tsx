/** The files in a rich message: alone, in a grid, or one after the other. */
import { useLingui } from "@lingui/react/macro";
import { MAX_ALBUM } from "@heliogram/shared/limits.ts";
import type { RichCaption, RichFile, RichGallery as Gallery } from "@heliogram/shared/rich.ts";
import type { Message } from "@heliogram/shared/wire.ts";
import type { ReactNode } from "react";
import { messageOfFile } from "../../../core/model/messages/rich-files.ts";
import { Album } from "../album.tsx";
import { Media } from "../media.tsx";
import { Credit } from "./credit.tsx";
import { useRichMessage } from "./rich-context.ts";
import { RichText, type OnCommand } from "./rich-text.tsx";
import { ScrollBox } from "./scroll-box.tsx";

interface CaptionedProps {
  readonly caption: RichCaption | undefined;
  readonly onCommand: OnCommand;
  readonly children: ReactNode;
}

/** A block above its caption. */
export function Captioned({ caption, onCommand, children }: CaptionedProps) {
  if (!caption) return children;
  return (
    <figure className="flex flex-col gap-1">
      {children}
      <figcaption dir="auto" className="text-sm whitespace-pre-wrap">
        <RichText text={caption.text} onCommand={onCommand} />
        {caption.credit !== undefined && (
          <Credit>
            <RichText text={caption.credit} onCommand={onCommand} />
          </Credit>
        )}
      </figcaption>
    </figure>
  );
}

interface RichFileBlockProps {
  readonly block: RichFile;
  readonly onCommand: OnCommand;
}

export function RichFileBlock({ block, onCommand }: RichFileBlockProps) {
  const message = messageOfFile(useRichMessage(), block);
  return (
    <Captioned caption={block.caption} onCommand={onCommand}>
      <Media message={message} outgoing={undefined} />
    </Captioned>
  );
}

interface RichGalleryProps {
  readonly gallery: Gallery;
  readonly onCommand: OnCommand;
}

export function RichGallery({ gallery, onCommand }: RichGalleryProps) {
  const { t } = useLingui();
  const message = useRichMessage();
  const blocks = gallery.blocks as readonly RichFile[];
  return (
    <Captioned caption={gallery.caption} onCommand={onCommand}>
      {gallery.type === "collage" ? (
        gridsOf(blocks.map((block) => messageOfFile(message, block))).map((messages) => (
          <Album key={messages[0]!.message_id} row={{ messages, outgoing: undefined }} />
        ))
      ) : (
        <ScrollBox label={t`Pictures`}>
          <div className="flex w-max snap-x items-end gap-2">
            {blocks.map((block, index) => (
              <div key={index} className="max-w-72 snap-start">
                <RichFileBlock block={block} onCommand={onCommand} />
              </div>
            ))}
          </div>
        </ScrollBox>
      )}
    </Captioned>
  );
}

/** As many files in each as an album has at most. */
function gridsOf(messages: readonly Message[]): [Message, ...Message[]][] {
  const grids: [Message, ...Message[]][] = [];
  for (let at = 0; at < messages.length; at += MAX_ALBUM) {
    grids.push(messages.slice(at, at + MAX_ALBUM) as [Message, ...Message[]]);
  }
  return grids;
}
