import { ImageOff, Loader, Play } from 'lucide-preact';
import { formatDuration, isVideoFile } from './file-texts.ts';
import type { MediaFile } from './media-file.ts';
import { isShownAddress } from './media-view.tsx';

/** A small picture of a file of the library. The text beside it says what the file is. */
export function MediaThumbnail({ file }: { file: MediaFile }) {
  const { status, url, duration_ms } = file;
  if (status === 'rejected') return <Placeholder icon={ImageOff} />;
  if (status !== 'ready' || url === null || !isShownAddress(url)) return <Placeholder icon={Loader} />;
  if (!isVideoFile(file)) {
    return (
      <span class="media-thumbnail">
        <img src={url} alt="" loading="lazy" referrerpolicy="no-referrer" />
      </span>
    );
  }
  return (
    <span class="media-thumbnail">
      <video src={url} muted preload="metadata" tabIndex={-1} />
      <span class="media-duration">
        <Play size={12} /> {duration_ms !== null && formatDuration(duration_ms)}
      </span>
    </span>
  );
}

function Placeholder({ icon: Icon }: { icon: typeof Loader }) {
  return (
    <span class="media-thumbnail">
      <Icon size={28} />
    </span>
  );
}
