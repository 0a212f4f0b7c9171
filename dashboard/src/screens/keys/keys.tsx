import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { usePagedList } from '../../api/hooks.ts';
import { EmptyState, ListEnd, Notice } from '../../components/feedback.tsx';
import { usePermission } from '../../session-context.tsx';
import { CreateKey } from './create-key.tsx';
import { RevokeKey, RollKey } from './key-changes.tsx';
import { KeySecret } from './key-secret.tsx';
import { KeyTable } from './key-table.tsx';

type Open =
  | { dialog: 'create' }
  | { dialog: 'roll' | 'revoke'; key: Schemas['Key'] }
  | { dialog: 'secret'; key: Schemas['KeyWithSecret'] };

/** The API keys: list, creation, roll and revocation. */
export default function Keys() {
  const canWrite = usePermission('keys:write');
  const [open, setOpen] = useState<Open | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const list = usePagedList('keys', async (cursor) => {
    const { keys, pagination } = await unwrap(api.GET('/keys', { params: { query: { limit: 50, cursor } } }));
    return { items: keys, nextCursor: pagination.next_cursor };
  });
  const close = () => setOpen(null);
  const showSecret = (key: Schemas['KeyWithSecret']) => {
    setDone(null);
    setOpen({ dialog: 'secret', key });
    void list.reload();
  };
  return (
    <>
      <div class="bar">
        <h1>API keys</h1>
        {canWrite && (
          <button type="button" class="primary" onClick={() => setOpen({ dialog: 'create' })}>
            Create API key
          </button>
        )}
      </div>
      <p class="muted">
        Applications exchange a key’s ID and secret for access tokens. Create a separate key for each application, with
        only the permissions it needs.
      </p>
      {done && <Notice kind="success">{done}</Notice>}
      {list.isEmpty && (
        <EmptyState title="No API keys">
          <p>Create a key to call the API from an application.</p>
        </EmptyState>
      )}
      {list.items.length > 0 && (
        <KeyTable
          keys={list.items}
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
          onClose={close}
          onRevoked={() => {
            setDone(`Key “${open.key.name}” revoked.`);
            void list.reload();
          }}
        />
      )}
    </>
  );
}
