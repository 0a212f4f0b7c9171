import { useState } from 'preact/hooks';
import { t } from '../language/texts.ts';
import type { Platform } from '../platforms.ts';
import { deliveryOf, isVideoFile } from './file-texts.ts';
import { useMediaFile } from './media-file.ts';

// The bucket of the local service is on a loopback address.
const SHOWN_ADDRESS = /^(https:\/\/.|http:\/\/127\.0\.0\.1:)/;

/** Whether the content security policy lets the dashboard show a file at this address. */
export function isShownAddress(url: string): boolean {
  return SHOWN_ADDRESS.test(url);
}

/** A medium of a post: a file of the media library, or one behind a URL. */
export interface ShownMedia {
  media_id?: string | undefined;
  url?: string | undefined;
  type?: 'image' | 'video' | undefined;
  alt?: string | undefined;
}

/** The media of a post with their alternative texts, and what the platform receives of each. */
export function MediaView({ media, platform }: { media: ShownMedia[]; platform: Platform }) {
  if (media.length === 0) return null;
  return (
    <div class={`post-media count-${Math.min(media.length, 4)}`}>
      {media.map(({ media_id, url = '', type, alt }, index) => (
        <figure key={`${index} ${media_id ?? url}`}>
          {media_id ? (
            <LibraryMedium id={media_id} alt={alt} number={index + 1} />
          ) : (
            <Medium url={url} isVideo={type === 'video'} isLinked alt={alt} number={index + 1} />
          )}
          <figcaption>
            {alt ? (
              <>
                <span class="alt-mark">{t('content.altMark')}</span> {alt}
              </>
            ) : (
              <span class="missing">{t('content.noAlternativeText')}</span>
            )}
            {media_id && <DeliveryNote id={media_id} platform={platform} />}
          </figcaption>
        </figure>
      ))}
    </div>
  );
}

function DeliveryNote({ id, platform }: { id: string; platform: Platform }) {
  const { data } = useMediaFile(id);
  if (data?.status !== 'ready') return null;
  const { kind, text } = deliveryOf(data, platform);
  return <span class={`delivery ${kind}`}>{text}</span>;
}

interface LibraryMediumProps {
  id: string;
  alt: string | undefined;
  number: number;
}

/** A file of the media library. */
export function LibraryMedium({ id, ...props }: LibraryMediumProps) {
  const file = useMediaFile(id);
  if (file.isLoading && !file.data)
    return <span class="no-image">{t('content.loadingFile', { number: props.number })}</span>;
  return <Medium url={file.data?.url ?? ''} isVideo={file.data ? isVideoFile(file.data) : false} {...props} />;
}

interface MediumProps {
  url: string;
  isVideo: boolean;
  /** The file is on another host, of which the content security policy allows images only. */
  isLinked?: boolean;
  alt: string | undefined;
  number: number;
}

/** An image or a video; what is said in its place where it cannot be shown. */
export function Medium({ url, isVideo, isLinked = false, alt, number }: MediumProps) {
  const [failed, setFailed] = useState<string | null>(null);
  if (isVideo && isLinked) return <span class="no-image">{t('content.video')}</span>;
  const kind = isVideo ? 'video' : 'image';
  if (failed === url || !isShownAddress(url)) {
    return <span class="no-image">{t('content.cannotBeShown', { kind, number })}</span>;
  }
  const name = alt || t('content.withoutAlternativeText', { kind, number });
  return isVideo ? (
    // biome-ignore lint/a11y/useMediaCaption: the library has no captions.
    <video src={url} controls preload="metadata" aria-label={name} onError={() => setFailed(url)} />
  ) : (
    <img src={url} alt={name} loading="lazy" referrerpolicy="no-referrer" onError={() => setFailed(url)} />
  );
}
