import { TextAreaField } from '../../components/form.tsx';
import type { Uploads } from '../../content/use-uploads.ts';
import { describePlatform, platformName } from '../../platforms.ts';
import { Disclosure } from './disclosure.tsx';
import type { Draft } from './draft.ts';
import { errorsAt } from './rules.ts';
import { ThreadField } from './thread-field.tsx';
import type { FieldErrors } from './use-checks.ts';

interface ThreadAndCommentProps {
  draft: Draft;
  errors: FieldErrors;
  uploads: Uploads;
  onChange: (change: Partial<Draft>) => void;
}

/** What follows a post on all platforms: the further posts of its thread, and its first comment. */
export function ThreadAndComment({ draft, errors, uploads, onChange }: ThreadAndCommentProps) {
  const { thread, firstComment } = draft;
  const without = draft.platforms.filter((platform) => !describePlatform(platform).hasThreads).map(platformName);
  const used = [
    thread.length === 0 ? null : `${thread.length + 1} posts`,
    firstComment === '' ? null : 'first comment',
  ].filter((each) => each !== null);
  const hasError = ['/thread', '/first_comment'].some((pointer) => errorsAt(errors, pointer) !== null);
  return (
    <Disclosure title="Thread and first comment" summary={used.join(', ')} isUsed={used.length > 0} hasError={hasError}>
      <ThreadField
        legend="Thread"
        thread={thread}
        pointer="/thread"
        errors={errors}
        uploads={uploads}
        onThread={(changed) => onChange({ thread: changed })}
      />
      {thread.length > 0 && without.length > 0 && (
        <p class="hint">
          {without.join(' and ')} {without.length === 1 ? 'does' : 'do'} not support threads. Only the first post is
          published there.
        </p>
      )}
      <TextAreaField
        label="First comment"
        hint="Optional. Published as a comment after the post or thread."
        rows={2}
        value={firstComment}
        onValue={(text) => onChange({ firstComment: text })}
        error={errorsAt(errors, '/first_comment')}
      />
    </Disclosure>
  );
}
