import { useState } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/hooks.ts';
import { useIntent } from '../../api/intent.ts';
import { Confirm } from '../../components/dialog.tsx';
import { type Account, ifMatch, type LoadedContent, type Target } from '../../content/content.ts';
import { usePermission } from '../../session-context.tsx';
import { ResolveDialog } from './resolve-dialog.tsx';
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
  // Text that is or may be on a platform is not changed.
  const isEditable = !content.targets.some(({ status }) => ['publishing', 'published', 'unconfirmed'].includes(status));
  const failed = content.targets.filter(({ status }) => status === 'failed').length;
  if (content.targets.length === 0) {
    return (
      <section aria-labelledby="targets-heading" class="card">
        <h2 id="targets-heading">Publishing</h2>
        <p>Nothing is scheduled yet.</p>
        {permissions.resolve && (
          <a class="button" href={`#/compose/${content.id}`}>
            Choose a time
          </a>
        )}
      </section>
    );
  }
  return (
    <section aria-labelledby="targets-heading">
      <h2 id="targets-heading">Publishing</h2>
      {content.targets.map((target) => (
        <TargetCard
          key={`${target.platform} ${target.account_id}`}
          target={target}
          account={accounts.find(({ id }) => id === target.account_id) ?? null}
          permissions={permissions}
          isEditable={isEditable}
          failedCount={failed}
          onAsk={(action) => setAsked(action === 'retry' ? { action } : { action, target })}
        />
      ))}
      {asked?.action === 'retry' && (
        <Retry loaded={loaded} count={failed} onClose={() => setAsked(null)} onChanged={onChanged} />
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
  count: number;
  onClose: () => void;
  onChanged: (message: string) => void;
}

function Retry({ loaded, count, onClose, onChanged }: RetryProps) {
  const { content, etag } = loaded;
  const intent = useIntent();
  const retry = useAction(async () => {
    const path = { id: content.id };
    await intent.send(etag, (header) =>
      unwrap(api.POST('/content/{id}/retry', { params: { path, header: { ...header, ...ifMatch(etag) } } })),
    );
    onChanged(count === 1 ? 'The target is sent again.' : `${count} targets are sent again.`);
  });
  return (
    <Confirm
      title={count === 1 ? 'Retry the failed target?' : `Retry the ${count} failed targets?`}
      confirm="Retry now"
      action={retry}
      onClose={onClose}
    >
      <p>
        The post is sent again now, as it is saved. A target that may already be published is not sent again, so nothing
        is published twice.
      </p>
    </Confirm>
  );
}

interface CancelTargetProps {
  target: Target;
  onClose: () => void;
  onChanged: (message: string) => void;
}

function CancelTarget({ target, onClose, onChanged }: CancelTargetProps) {
  const cancel = useAction(async () => {
    await unwrap(api.DELETE('/schedule/{id}', { params: { path: { id: target.schedule_id } } }));
    onChanged('The target is cancelled. The others keep their time.');
  });
  return (
    <Confirm title="Cancel this target?" confirm="Cancel target" action={cancel} onClose={onClose}>
      <p>The post is not published here. The other targets keep their time.</p>
    </Confirm>
  );
}
