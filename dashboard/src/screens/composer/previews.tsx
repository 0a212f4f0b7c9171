import type { Account } from '../../content/content.ts';
import { PostPreviews } from '../../content/preview.tsx';
import { t } from '../../language/texts.ts';
import type { Draft } from './draft.ts';
import { previewedItem } from './draft-request.ts';

/** The post of a draft on each account, as it is typed. */
export function Previews({ draft, accounts }: { draft: Draft; accounts: Account[] }) {
  return (
    <aside class="previews" aria-label={t('composer.preview')}>
      <h2>{t('composer.preview')}</h2>
      {draft.platforms.length === 0 && <p class="muted">{t('composer.selectPlatform')}</p>}
      <PostPreviews item={previewedItem(draft)} accounts={accounts} />
    </aside>
  );
}
