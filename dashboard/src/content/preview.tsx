import { useState } from 'preact/hooks';
import { describePlatform, type Platform, platformName } from '../platforms.ts';
import { type Account, destinationsOf } from './content.ts';
import { cardAddress, foldText, shownAddress, splitText, textFor } from './post-text.ts';

/** A medium of a post. */
export interface PreviewedMedia {
  url: string;
  type: 'image' | 'video';
  alt?: string;
}

interface PreviewProps {
  platform: Platform;
  account: Account | null;
  text: string;
  media: PreviewedMedia[];
}

interface PreviewsProps {
  item: Parameters<typeof destinationsOf>[0] & Parameters<typeof textFor>[0] & { media: PreviewedMedia[] };
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
          media={item.media}
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
      {media.map(({ url, type, alt }, index) => (
        <figure key={`${index} ${url}`}>
          {type === 'image' ? <Image url={url} alt={alt} number={index + 1} /> : <span class="no-image">Video</span>}
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

function Image({ url, alt, number }: { url: string; alt: string | undefined; number: number }) {
  const [failed, setFailed] = useState<string | null>(null);
  if (failed === url || !/^https:\/\/./.test(url)) {
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
