import { Changes } from '../../content/changes.tsx';
import type { Account, LoadedContent } from '../../content/content.ts';
import { t } from '../../language/texts.ts';
import type { NameOf } from '../../member-names.ts';

interface ChangesOfPostProps {
  loaded: LoadedContent;
  accounts: Account[];
  nameOf: NameOf;
  onReload: () => Promise<void>;
}

/** What changed in a post since an earlier submission: open while it waits for a decision. */
export function ChangesOfPost({ loaded: { content }, accounts, nameOf, onReload }: ChangesOfPostProps) {
  const { approval } = content;
  if (!approval || approval.submission < 2) return null;
  return (
    <details class="card changes-of-post" open={approval.status === 'pending_approval'}>
      <summary>{t('versions.heading')}</summary>
      <Changes content={content} accounts={accounts} nameOf={nameOf} onReload={() => void onReload()} />
    </details>
  );
}
