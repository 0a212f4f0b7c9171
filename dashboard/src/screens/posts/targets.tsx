import { useState } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { useIntent } from '../../api/intent.ts';
import { Confirm } from '../../components/dialog.tsx';
import { type Account, ifMatch, type LoadedContent, type Target } from '../../content/content.ts';
import { isTextEditable } from '../../content/edit-obstacle.ts';
import { t } from '../../language/texts.ts';
import { platformName } from '../../platforms.ts';
import { usePermission } from '../../session-context.tsx';
import { ResolveDialog } from './resolve-dialog.tsx';
import { duplicateTexts, retryTexts } from './retry-texts.ts';
import { TargetCard } from './target-card.tsx';

interface TargetsProps {
  loaded: LoadedContent;
  accounts: Account[];
  onChanged: (message: string) => void;
  onReload: () => Promise<void>;
}

type Asked = { action: 'cancel' | 'resolve'; target: Target } | { action: 'retry' };

/** Where a post is published: the timeline of each target, and what can be done about it. */
export function Targets({ loaded, accounts, onChanged, onReload }: TargetsProps) {
  const { content } = loaded;
  const [asked, setAsked] = useState<Asked | null>(null);
  const permissions = {
    retry: [usePermission('content:publish'), usePermission('content:write')].includes(true),
    resolve: usePermission('content:write'),
    cancel: [usePermission('schedule:write'), usePermission('content:write')].includes(true),
  };
  const failed = content.targets.filter(({ status }) => status === 'failed').length;
  const interrupted = content.targets.filter(({ status }) => status === 'partially_published').length;
  if (content.targets.length === 0) {
    return (
      <section aria-labelledby="targets-heading" class="card">
        <h2 id="targets-heading">{t('posts.publishing')}</h2>
        <p>{t('posts.notScheduled')}</p>
        {permissions.resolve && (
          <a class="button" href={`#/compose/${content.id}`}>
            {t('words.schedule')}
          </a>
        )}
      </section>
    );
  }
  return (
    <section aria-labelledby="targets-heading">
      <h2 id="targets-heading">{t('posts.publishing')}</h2>
      {content.targets.map((target) => (
        <TargetCard
          key={`${target.platform} ${target.account_id}`}
          target={target}
          account={accounts.find(({ id }) => id === target.account_id) ?? null}
          permissions={permissions}
          isEditable={isTextEditable(content)}
          failedCount={failed + interrupted}
          onAsk={(action) => setAsked(action === 'retry' ? { action } : { action, target })}
        />
      ))}
      {asked?.action === 'retry' && (
        <Retry
          loaded={loaded}
          failed={failed}
          interrupted={interrupted}
          onClose={() => setAsked(null)}
          onChanged={onChanged}
        />
      )}
      {asked?.action === 'cancel' && (
        <CancelTarget target={asked.target} onClose={() => setAsked(null)} onChanged={onChanged} />
      )}
      {asked?.action === 'resolve' && (
        <ResolveDialog
          loaded={loaded}
          target={asked.target}
          onClose={() => setAsked(null)}
          onChanged={onChanged}
          onReload={onReload}
        />
      )}
    </section>
  );
}

interface RetryProps {
  loaded: LoadedContent;
  failed: number;
  interrupted: number;
  onClose: () => void;
  onChanged: (message: string) => void;
}

function Retry({ loaded, failed, interrupted, onClose, onChanged }: RetryProps) {
  const { content, etag } = loaded;
  const { title, confirm, explanation, done } = retryTexts(failed, interrupted);
  const doubtful = content.targets.filter((target) => target.retry_may_duplicate && isRetried(target));
  const duplicate = duplicateTexts(doubtful.map(({ platform }) => platformName(platform)));
  const [isChecked, setChecked] = useState(false);
  const intent = useIntent();
  const retry = async () => {
    const path = { id: content.id };
    await intent.send(etag, (header) =>
      unwrap(api.POST('/content/{id}/retry', { params: { path, header: { ...header, ...ifMatch(etag) } } })),
    );
    onChanged(done);
  };
  return (
    <Confirm title={title} confirm={confirm} run={retry} isReady={!duplicate || isChecked} onClose={onClose}>
      <p>{explanation}</p>
      {duplicate && (
        <>
          <p class="message warning">{duplicate.warning}</p>
          <label class="check">
            <input type="checkbox" checked={isChecked} onChange={() => setChecked(!isChecked)} />
            {duplicate.confirmation}
          </label>
        </>
      )}
    </Confirm>
  );
}

function isRetried({ available_actions }: Target): boolean {
  return available_actions.includes('retry');
}

interface CancelTargetProps {
  target: Target;
  onClose: () => void;
  onChanged: (message: string) => void;
}

function CancelTarget({ target, onClose, onChanged }: CancelTargetProps) {
  return (
    <Confirm
      title={t('posts.cancelTargetTitle')}
      confirm={t('posts.cancelTargetConfirm')}
      run={() => unwrap(api.DELETE('/schedule/{id}', { params: { path: { id: target.schedule_id } } }))}
      onDone={() => onChanged(t('posts.targetCancelled'))}
      onClose={onClose}
    >
      <p>{t('posts.cancelTargetExplanation')}</p>
    </Confirm>
  );
}
