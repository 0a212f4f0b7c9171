import { FileText, Film } from 'lucide-preact';
import { useState } from 'preact/hooks';
import type { Schemas } from '../api/client.ts';

/** The first file of a post, as lists of the API return it. */
export type ThumbnailFile = Schemas['ContentList']['data'][number]['thumbnail'];

interface ThumbnailProps {
  file: ThumbnailFile;
  /** The width and height in pixels. */
  size: number;
}

/** The first file of a post in small, beside its title. A mark for a video, and for a post without files. */
export function Thumbnail({ file, size }: ThumbnailProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const isShown = file !== null && file.kind === 'image' && failed !== file.url;
  return (
    <span class="post-thumbnail" style={{ width: `${size}px`, height: `${size}px` }} aria-hidden="true">
      {isShown ? (
        // The title beside it says what the post is.
        <img src={file.url} alt="" loading="lazy" referrerpolicy="no-referrer" onError={() => setFailed(file.url)} />
      ) : file?.kind === 'video' ? (
        <Film size={size / 2} />
      ) : (
        <FileText size={size / 2} />
      )}
    </span>
  );
}
