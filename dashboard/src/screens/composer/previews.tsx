import { type Account, destinationsOf } from '../../content/content.ts';
import { PostPreview } from '../../content/preview.tsx';
import { type Draft, draftText, mediaOf } from './draft.ts';
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
      {destinationsOf(draft, accounts).map(({ platform, accountId, account }) => (
        <PostPreview
          key={`${platform} ${accountId}`}
          platform={platform}
          account={account}
          text={draftText(draft, platform)}
          media={mediaOf(draft)}
        />
      ))}
    </aside>
  );
}
