import { useState } from 'preact/hooks';
import type { Schemas } from '../api/client.ts';
import { Avatar } from '../components/avatar.tsx';
import { Button } from '../components/button.tsx';
import { PlatformIcon } from '../components/platform-icon.tsx';
import { t } from '../language/texts.ts';
import { describePlatform, type Platform, platformName } from '../platforms.ts';
import { type Account, destinationsOf } from './content.ts';
import { LinkCardView } from './link-card-view.tsx';
import { type LinkCard, type ShownCard, shownCard } from './link-cards.ts';
import { MediaView, type ShownMedia } from './media-view.tsx';
import { PostButtons } from './post-buttons.tsx';
import { type FollowingPart, followingParts, partName, type Threads } from './post-parts.ts';
import { cardUrl, foldText, shownUrl, splitText, textFor } from './post-text.ts';

interface PreviewProps {
  platform: Platform;
  account: Account | null;
  text: string;
  options: PreviewedOptions;
  media: ShownMedia[];
  following: FollowingPart[];
  cards: LinkCard[] | null | undefined;
}

/** What a platform publishes in place of the fields of the item, its text aside. */
interface PreviewedOptions {
  media?: ShownMedia[];
  link?: string;
  visibility?: Schemas['Visibility'];
}

/** The texts of a platform where link rules add parameters: the post, then what follows it. */
export interface PublishedTexts {
  platform: Platform;
  texts: string[];
  link: string | null;
}

interface PreviewsProps {
  item: Parameters<typeof destinationsOf>[0] &
    Parameters<typeof textFor>[0] &
    Threads & {
      media: ShownMedia[];
      platform_options: Partial<Record<Platform, PreviewedOptions>>;
      link_cards?: LinkCard[] | null;
      published_texts?: PublishedTexts[];
    };
  accounts: Account[];
}

/** The posts of an item: one for each account that publishes it. */
export function PostPreviews({ item, accounts }: PreviewsProps) {
  return (
    <>
      {destinationsOf(item, accounts).map(({ platform, account, accountId }) => {
        const published = item.published_texts?.find((each) => each.platform === platform);
        const options = item.platform_options[platform] ?? {};
        const following = followingParts(item, platform).map((part, index) => {
          return { ...part, text: published?.texts[index + 1] ?? part.text };
        });
        return (
          <PostPreview
            key={`${platform} ${accountId}`}
            platform={platform}
            account={account}
            text={published?.texts[0] ?? textFor(item, platform)}
            options={published?.link ? { ...options, link: published.link } : options}
            media={item.platform_options[platform]?.media ?? item.media}
            following={following}
            cards={item.link_cards}
          />
        );
      })}
    </>
  );
}

/** A post as its platform shows it: the account, the text as it is sent, its links, and the images. */
function PostPreview({ platform, account, text, options, media, following, cards }: PreviewProps) {
  const name = account?.name ?? t('content.accountOf', { platform: platformName(platform) });
  const handle = account?.handle ?? null;
  const { handleMark, isImageFirst = false, requiresMedia } = describePlatform(platform);
  const link = options.link ?? cardUrl(platform, text, media.length);
  const card = shownCard(cards, platform, 0, link);
  const body = <PostText platform={platform} text={text} />;
  const buttons = <PostButtons platform={platform} />;
  const images =
    requiresMedia && media.length === 0 ? (
      <div class="post-media placeholder muted">{t('content.mediaPlaceholder')}</div>
    ) : (
      <MediaView media={media} platform={platform} />
    );
  return (
    <article
      class={`post on-${platform}`}
      aria-label={t('content.previewFor', { platform: platformName(platform), name })}
    >
      <header>
        <Avatar name={name} />
        <span class="by">
          <strong>{name}</strong>
          {handle && handle !== name && <small>{handleMark + handle}</small>}
          {account?.sandbox && <small class="sandbox">{t('content.sandbox')}</small>}
          {options.visibility === 'connections' && <small>{t('content.connectionsOnly')}</small>}
        </span>
        <PlatformIcon platform={platform} size={20} label={platformName(platform)} />
      </header>
      {isImageFirst ? (
        <>
          {images}
          {buttons}
          {body}
        </>
      ) : (
        <>
          {body}
          {images}
          {card && <LinkCardView shown={card} platform={platform} />}
          {buttons}
        </>
      )}
      {following.length > 0 && (
        <ol class="following" aria-label={t('content.afterThePost')}>
          {following.map((part, index) => (
            <li key={index} class={part.kind}>
              <small>{partName(part.kind, index + 1)}</small>
              <PostText platform={platform} text={part.text} />
              <MediaView media={part.media} platform={platform} />
              <PartCard shown={shownCard(cards, platform, index + 1, null)} platform={platform} />
            </li>
          ))}
        </ol>
      )}
    </article>
  );
}

function PartCard({ shown, platform }: { shown: ShownCard | null; platform: Platform }) {
  return shown && <LinkCardView shown={shown} platform={platform} />;
}

function PostText({ platform, text }: { platform: Platform; text: string }) {
  const [isOpen, setOpen] = useState(false);
  const folded = foldText(platform, text);
  if (text === '') return <p class="post-text muted">{t('content.noTextYet')}</p>;
  return (
    <div class="post-text">
      {splitText(platform, folded === null || isOpen ? text : folded).map((part, index) => (
        <span key={index} class={part.kind === 'text' ? undefined : 'linked'}>
          {part.kind === 'url' ? shownUrl(platform, part.text) : part.text}
        </span>
      ))}
      {folded !== null && (
        <>
          {isOpen ? ' ' : '… '}
          <Button class="fold" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t(isOpen ? 'content.showLess' : 'content.more')}
          </Button>
        </>
      )}
    </div>
  );
}
