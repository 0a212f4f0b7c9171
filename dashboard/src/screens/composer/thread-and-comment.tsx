import type { Uploads } from '../../content/use-uploads.ts';
import { listOf, t } from '../../language/texts.ts';
import { describePlatform, platformName } from '../../platforms.ts';
import { Disclosure } from './disclosure.tsx';
import type { Draft } from './draft.ts';
import { MentionArea } from './mention-area.tsx';
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
    thread.length === 0 ? null : t('composer.postCount', { count: thread.length + 1 }),
    firstComment === '' ? null : t('composer.own_firstComment'),
  ].filter((each) => each !== null);
  const hasError = ['/thread', '/first_comment'].some((pointer) => errorsAt(errors, pointer) !== null);
  return (
    <Disclosure
      title={t('composer.threadAndComment')}
      summary={used.join(', ')}
      isUsed={used.length > 0}
      hasError={hasError}
    >
      <ThreadField
        legend={t('composer.thread')}
        thread={thread}
        pointer="/thread"
        errors={errors}
        uploads={uploads}
        onThread={(changed) => onChange({ thread: changed })}
      />
      {thread.length > 0 && without.length > 0 && (
        <p class="hint">
          {t('composer.noThreads', {
            ...{ count: without.length, platforms: listOf(without) },
          })}
        </p>
      )}
      <MentionArea
        label={t('content.firstComment')}
        hint={t('composer.firstCommentHint')}
        rows={2}
        value={firstComment}
        onValue={(text) => onChange({ firstComment: text })}
        error={errorsAt(errors, '/first_comment')}
      />
    </Disclosure>
  );
}
