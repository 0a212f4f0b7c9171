import type { Account } from '../../content/content.ts';
import { PostPreviews } from '../../content/preview.tsx';
import { withHandles } from '../../content/template-texts.ts';
import { useTemplates } from '../../content/templates.ts';
import { t } from '../../language/texts.ts';
import type { Draft } from './draft.ts';
import { previewedItem } from './draft-request.ts';
import type { Checks } from './use-checks.ts';

/** The post of a draft on each account, as it is typed, and with what link rules add once it is checked. */
export function Previews({ draft, accounts, checks }: { draft: Draft; accounts: Account[]; checks: Checks | null }) {
  const templates = useTemplates().data ?? [];
  return (
    <aside class="previews" aria-label={t('words.preview')}>
      <h2>{t('words.preview')}</h2>
      {draft.platforms.length === 0 && <p class="muted">{t('composer.selectPlatform')}</p>}
      <PostPreviews
        item={{ ...withHandles(previewedItem(draft), templates), published_texts: publishedTexts(checks) }}
        accounts={accounts}
      />
    </aside>
  );
}

function publishedTexts(checks: Checks | null) {
  return (checks?.platforms ?? []).map(({ platform, text, parts, link }) => {
    return { platform, texts: parts.length > 0 ? parts.map((part) => part.text) : [text], link };
  });
}
