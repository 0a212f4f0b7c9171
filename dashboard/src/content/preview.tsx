import { useState } from 'preact/hooks';
import { api, unwrap } from '../api/client.ts';
import { useQuery } from '../api/hooks.ts';
import { describePlatform, type Platform, platformName } from '../platforms.ts';
import { type Account, destinationsOf } from './content.ts';
import { cardAddress, foldText, shownAddress, splitText, textFor } from './post-text.ts';

// The bucket of the local service is on a loopback address.
const SHOWN_ADDRESS = /^(https:\/\/.|http:\/\/127\.0\.0\.1:)/;

/** A medium of a post: a file of the media library, or one behind an address. */
export interface PreviewedMedia {
  media_id?: string | undefined;
  url?: string | undefined;
  type?: 'image' | 'video' | undefined;
  alt?: string | undefined;
}

interface PreviewProps {
  platform: Platform;
  account: Account | null;
  text: string;
  media: PreviewedMedia[];
}

interface PreviewsProps {
  item: Parameters<typeof destinationsOf>[0] &
    Parameters<typeof textFor>[0] & {
      media: PreviewedMedia[];
      platform_options: Partial<Record<Platform, { media?: PreviewedMedia[] }>>;
    };
  accounts: Account[];
}

/** The posts of an item: one for each account that publishes it. */
export function PostPreviews({ item, accounts }: PreviewsProps) {
  return (
    <>
      {destinationsOf(item, accounts).map(({ platform, account, accountId }) => (
        <PostPreview
          key={`${platform} ${accountId}`}
          platform={platform}
          account={account}
          text={textFor(item, platform)}
          media={item.platform_options[platform]?.media ?? item.media}
        />
      ))}
    </>
  );
}

/** A post as its platform shows it: the account, the text as it is sent, its links, and the images. */
function PostPreview({ platform, account, text, media }: PreviewProps) {
  const name = account?.name ?? `${platformName(platform)} account`;
  const handle = account ? (account.handle ?? account.external_id) : null;
  const { handleMark, isImageFirst = false } = describePlatform(platform);
  const card = cardAddress(platform, text, media.length);
  const body = <PostText platform={platform} text={text} />;
  const images = <PostMedia media={media} />;
  return (
    <article
      class={isImageFirst ? 'post image-first' : 'post'}
      aria-label={`Preview for ${platformName(platform)}, ${name}`}
    >
      <header>
        <span class="avatar" aria-hidden="true">
          {name.slice(0, 1).toUpperCase()}
        </span>
        <span class="by">
          <strong>{name}</strong>
          {handle && handle !== name && <small>{handleMark + handle}</small>}
          {account?.sandbox && <small class="sandbox">sandbox: reaches no platform</small>}
        </span>
        <span class="platform">{platformName(platform)}</span>
      </header>
      {isImageFirst ? [images, body] : [body, images]}
      {card && (
        <div class="link-card">
          <span aria-hidden="true">↗</span> Card of the page at <strong>{hostOf(card)}</strong>
          <small>{platformName(platform)} shows the title and the image of the page.</small>
        </div>
      )}
    </article>
  );
}

function hostOf(address: string): string {
  const url = /^https?:/i.test(address) ? address : `https://${address}`;
  return URL.canParse(url) ? new URL(url).hostname : address;
}

function PostText({ platform, text }: { platform: Platform; text: string }) {
  const [isOpen, setOpen] = useState(false);
  const folded = foldText(platform, text);
  if (text === '') return <p class="post-text muted">Nothing written yet</p>;
  return (
    <div class="post-text">
      {splitText(platform, folded === null || isOpen ? text : folded).map((part, index) => (
        <span key={index} class={part.kind === 'text' ? undefined : 'linked'}>
          {part.kind === 'address' ? shownAddress(platform, part.text) : part.text}
        </span>
      ))}
      {folded !== null && (
        <>
          {isOpen ? ' ' : '… '}
          <button type="button" class="fold" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Show as folded' : 'more'}
          </button>
        </>
      )}
    </div>
  );
}

function PostMedia({ media }: { media: PreviewedMedia[] }) {
  if (media.length === 0) return null;
  return (
    <div class={`post-media count-${Math.min(media.length, 4)}`}>
      {media.map(({ media_id, url = '', type, alt }, index) => (
        <figure key={`${index} ${media_id ?? url}`}>
          {type === 'video' && <span class="no-image">Video</span>}
          {type !== 'video' && media_id && <LibraryImage id={media_id} alt={alt} number={index + 1} />}
          {type !== 'video' && !media_id && <Image url={url} alt={alt} number={index + 1} />}
          <figcaption class={alt ? undefined : 'missing'}>
            {alt ? (
              <>
                <span class="alt-mark">ALT</span> {alt}
              </>
            ) : (
              'No alternative text'
            )}
          </figcaption>
        </figure>
      ))}
    </div>
  );
}

function LibraryImage({ id, ...props }: { id: string; alt: string | undefined; number: number }) {
  const file = useQuery(`media ${id}`, () => unwrap(api.GET('/media/{id}', { params: { path: { id } } })));
  if (file.isLoading) return <span class="no-image">Loading image {props.number}…</span>;
  return <Image url={file.data?.url ?? ''} {...props} />;
}

function Image({ url, alt, number }: { url: string; alt: string | undefined; number: number }) {
  const [failed, setFailed] = useState<string | null>(null);
  if (failed === url || !SHOWN_ADDRESS.test(url)) {
    return <span class="no-image">Image {number} cannot be shown here</span>;
  }
  return (
    <img
      src={url}
      alt={alt ?? `Image ${number}, without alternative text`}
      loading="lazy"
      referrerpolicy="no-referrer"
      onError={() => setFailed(url)}
    />
  );
}
