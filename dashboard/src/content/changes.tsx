import { lazy, Suspense } from 'preact/compat';
import { Progress } from '../components/feedback.tsx';
import { t } from '../language/texts.ts';
import type { NameOf } from '../member-names.ts';
import type { Account, Content } from './content.ts';

interface ChangesProps {
  content: Pick<Content, 'id' | 'approval'>;
  accounts: Account[];
  nameOf: NameOf;
  /** Compare with this submission first, in place of the last one with a decision. */
  since?: number | undefined;
  /** Called when the member asks for a newer submission than the one that is shown. */
  onReload: () => void;
}

// With the library that compares texts, which a post needs only when it was submitted again.
const VersionChanges = lazy(() => import('./version-changes.tsx'));

/** What changed in a post since an earlier submission. Nothing for one that was submitted once. */
export function Changes(props: ChangesProps) {
  const { approval } = props.content;
  if (!approval || approval.submission < 2) return null;
  return (
    <Suspense fallback={<Progress label={t('versions.loading')} />}>
      <VersionChanges {...props} shown={approval.submission} />
    </Suspense>
  );
}
