import { PlatformIcon } from '../../components/platform-icon.tsx';
import { deliveryOf } from '../../content/file-texts.ts';
import type { MediaFile } from '../../content/media-file.ts';
import { t } from '../../language/texts.ts';
import { PLATFORMS } from '../../platforms.ts';

/** What each platform receives of a file. */
export function Deliveries({ file }: { file: MediaFile }) {
  return (
    <>
      <h3>{t('media.platforms')}</h3>
      <ul class="deliveries">
        {PLATFORMS.map((platform) => {
          const { kind, text } = deliveryOf(file, platform);
          return (
            <li key={platform} class={`delivery ${kind}`}>
              <PlatformIcon platform={platform} /> <span>{text}</span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
