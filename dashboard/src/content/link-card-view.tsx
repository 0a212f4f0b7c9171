import { bold } from '../components/elements.tsx';
import { rich, t } from '../language/texts.ts';
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
  const values = { host: hostOf(shown.url), b: bold };
  if (shown.kind === 'none') return <div class="link-card">{rich('content.noLinkPreview', values)}</div>;
  return (
    <div class="link-card">
      <span aria-hidden="true">↗</span> {rich('content.linkPreview', values)}
      <small>{t('content.platformReadsPage', { platform: platformName(platform) })}</small>
    </div>
  );
}
