import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { pagesOf, type Schemas } from '../../api/client.ts';
import { usePagedList } from '../../api/hooks.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState, ListEnd, Notice } from '../../components/feedback.tsx';
import { splitKeys } from '../../keys/kinds.ts';
import { RevokeKey } from '../../keys/revoke-key.tsx';
import { rich, t } from '../../language/texts.ts';
import { usePermission } from '../../session-context.tsx';
import { Agents } from './agents.tsx';
import { CreateKey } from './create-key.tsx';
import { KeySecret } from './key-secret.tsx';
import { KeyTable } from './key-table.tsx';
import { RollKey } from './roll-key.tsx';

type Open =
  | { dialog: 'create' }
  | { dialog: 'roll' | 'revoke'; key: Schemas['Key'] }
  | { dialog: 'secret'; key: Schemas['KeyWithSecret'] };

/** The API keys: list, creation, roll and revocation. */
export default function Keys() {
  const canWrite = usePermission('keys:write');
  const [open, setOpen] = useState<Open | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const list = usePagedList('keys', pagesOf('/keys', 'keys', { limit: 100 }));
  const { agents, others } = splitKeys(list.items);
  const hasKeys = agents.length + others.length > 0;
  const close = () => setOpen(null);
  const showSecret = (key: Schemas['KeyWithSecret']) => {
    setDone(null);
    setOpen({ dialog: 'secret', key });
    void list.reload();
  };
  const createButton = canWrite && (
    <Button class="primary" onClick={() => setOpen({ dialog: 'create' })}>
      {t('keys.create')}
    </Button>
  );
  return (
    <>
      <div class="bar">
        <h1>{t('words.apiKeys')}</h1>
        {hasKeys && createButton}
      </div>
      <p class="muted">
        {t('keys.intro')} {rich('keys.applicationsHint', { link: (text) => <Link href="/applications">{text}</Link> })}
      </p>
      {done && <Notice kind="success">{done}</Notice>}
      {!hasKeys && !list.isLoading && !list.error && (
        <EmptyState title={t('keys.emptyTitle')}>
          <p>{canWrite ? t('keys.emptyText') : t('keys.emptyReadOnly')}</p>
          {createButton}
        </EmptyState>
      )}
      {agents.length > 0 && (
        <>
          <h2>{t('keys.agents')}</h2>
          <p class="muted">{t('keys.agentsIntro')}</p>
          <Agents
            agents={agents}
            onChanged={() => void list.reload()}
            onRevoke={(key) => setOpen({ dialog: 'revoke', key })}
          />
          {others.length > 0 && <h2>{t('keys.others')}</h2>}
        </>
      )}
      {others.length > 0 && (
        <KeyTable
          keys={others}
          onRoll={(key) => setOpen({ dialog: 'roll', key })}
          onRevoke={(key) => setOpen({ dialog: 'revoke', key })}
        />
      )}
      <ListEnd list={list} />
      {open?.dialog === 'create' && <CreateKey onCreated={showSecret} onClose={close} />}
      {open?.dialog === 'roll' && <RollKey apiKey={open.key} onRolled={showSecret} onClose={close} />}
      {open?.dialog === 'secret' && <KeySecret apiKey={open.key} onClose={close} />}
      {open?.dialog === 'revoke' && (
        <RevokeKey
          apiKey={open.key}
          title={t('keys.revokeTitle', { name: open.key.name })}
          text={t('keys.revokeText')}
          confirm={t('keys.revokeSubmit')}
          onClose={close}
          onRevoked={() => {
            setDone(t('keys.revoked', { name: open.key.name }));
            void list.reload();
          }}
        />
      )}
    </>
  );
}
