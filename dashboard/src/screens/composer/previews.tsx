import type { Account } from '../../content/content.ts';
import { PostPreviews } from '../../content/preview.tsx';
import type { Draft } from './draft.ts';
import { previewedItem } from './draft-request.ts';
import { Limits } from './limits.tsx';
import type { CheckState } from './use-checks.ts';

/** The live checks of a draft, and its post on each platform. */
export function Previews({ draft, accounts, state }: { draft: Draft; accounts: Account[]; state: CheckState }) {
  const { platforms } = draft;
  return (
    <aside class="previews" aria-label="Checks and previews">
      <div class="card">
        <h2>Limits and checks</h2>
        <Limits platforms={platforms} state={state} />
      </div>
      {platforms.length > 0 && <h2>Preview</h2>}
      <PostPreviews item={previewedItem(draft)} accounts={accounts} />
    </aside>
  );
}
