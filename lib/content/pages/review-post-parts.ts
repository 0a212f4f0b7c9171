import { type ComponentChild, type ComponentChildren, h } from 'preact';
import { fill } from '../../core/values/fill-text.ts';
import type { LinkedMedia, Platform } from '../../platforms/platform.ts';
import { PLATFORM_TABLE } from '../../platforms/platforms.ts';
import type { ReviewTexts } from './languages/review-texts.ts';
import { postText } from './post-text.ts';
import type { PreviewedCard, PreviewedPart, PreviewedPost } from './review-posts.ts';

/** Build a line about something, less prominent than a text. */
export function meta(text: ComponentChildren): ComponentChild {
  return h('p', { class: 'meta' }, text);
}

/** Build a text of a person, as it was written. */
export function textPart(text: ComponentChildren): ComponentChild {
  return h('p', { class: 'text', dir: 'auto' }, text);
}

/** Build a post with its account, files, link preview and the posts that follow it. */
export function postPart(texts: ReviewTexts, post: PreviewedPost): ComponentChild {
  const { platform, account, text, media, card, visibility, following } = post;
  return h(
    'article',
    null,
    h('h3', null, PLATFORM_TABLE[platform].displayName),
    meta(account ?? texts.noAccount),
    textPart(postText(platform, text)),
    media.map((file) => mediaPart(texts, file)),
    card && cardPart(texts, card),
    visibility !== 'public' && meta(texts.connectionsOnly),
    following.map((part, index) => followingPart(texts, platform, part, index + 2)),
  );
}

function followingPart(
  texts: ReviewTexts,
  platform: Platform,
  { kind, text, media, card }: PreviewedPart,
  position: number,
): ComponentChild {
  const label = kind === 'comment' ? texts.firstComment : fill(texts.threadPost, { position: String(position) });
  return h(
    'section',
    null,
    h('h4', null, label),
    textPart(postText(platform, text)),
    media.map((file) => mediaPart(texts, file)),
    card && cardPart(texts, card),
  );
}

function cardPart(texts: ReviewTexts, { url, title, description, imageUrl, isRead }: PreviewedCard): ComponentChild {
  if (!isRead) return meta(fill(texts.cardUnread, { url }));
  if (title === null) return meta(fill(texts.noCard, { url }));
  return h(
    'aside',
    { class: 'card', 'aria-label': texts.linkPreview },
    imageUrl !== null && h('img', { src: imageUrl, alt: '', loading: 'lazy' }),
    h('p', { dir: 'auto' }, h('strong', null, title)),
    description !== '' && h('p', { dir: 'auto' }, description),
    meta(url),
  );
}

function mediaPart(texts: ReviewTexts, { url, type, alt = '' }: LinkedMedia): ComponentChild {
  const file =
    type === 'image'
      ? h('img', { src: url, alt, loading: 'lazy' })
      : h('video', { src: url, controls: true, preload: 'none', 'aria-label': alt });
  const caption = alt === '' ? texts.noAlt : fill(texts.alt, { text: alt });
  return h('figure', null, file, h('figcaption', { dir: 'auto' }, caption));
}
