import { type Platform, platformName } from '../platforms.ts';
import { hostOf, type ShownCard } from './link-cards.ts';

/** The card of a link below a text. */
export function LinkCardView({ shown, platform }: { shown: ShownCard; platform: Platform }) {
  if (shown.kind === 'read') {
    const { title, description, image_url, url } = shown.card;
    return (
      <div class="link-card">
        {image_url && <img src={image_url} alt="" loading="lazy" referrerpolicy="no-referrer" />}
        <strong>{title}</strong>
        {description && <span>{description}</span>}
        <small>{hostOf(url)}</small>
      </div>
    );
  }
  const host = <strong>{hostOf(shown.url)}</strong>;
  if (shown.kind === 'none') return <div class="link-card">No link preview of {host}.</div>;
  return (
    <div class="link-card">
      <span aria-hidden="true">↗</span> Link preview of {host}
      <small>{platformName(platform)} displays the page’s title and image.</small>
    </div>
  );
}
