import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { type Query, useAction, useQuery } from '../../api/hooks.ts';
import { ActionButton, Button } from '../../components/button.tsx';
import { CodeFact, Fact } from '../../components/facts.tsx';
import { ErrorMessage, Notice, QueryState } from '../../components/feedback.tsx';
import { Status } from '../../components/status.tsx';
import { Time } from '../../components/time.tsx';
import { t } from '../../language/texts.ts';
import type { ScreenProps } from '../../screen-props.ts';
import { usePermission } from '../../session-context.tsx';
import { useTimeZone } from '../../time-zone.tsx';
import { formatTime } from '../../times.ts';
import { Deliveries } from './deliveries.tsx';
import { EndpointDialogs, type OpenDialog } from './endpoint-dialogs.tsx';
import { summarizeKinds } from './event-kinds.ts';
import { endpointAdvice } from './outcomes.ts';

/** One webhook endpoint with its deliveries. */
export default function Webhook({ params }: ScreenProps) {
  const id = params.id!;
  const query = useQuery(`webhook ${id}`, () => unwrap(api.GET('/webhooks/{id}', { params: { path: { id } } })));
  const endpoint = query.data;
  return (
    <>
      <p>
        <Link href="/webhooks">{t('words.webhooks')}</Link>
      </p>
      {endpoint ? (
        <Endpoint endpoint={endpoint} query={query} />
      ) : (
        <>
          <h1>{t('webhooks.endpointTitle')}</h1>
          <QueryState query={query} />
        </>
      )}
    </>
  );
}

function Endpoint({ endpoint, query }: { endpoint: Schemas['Webhook']; query: Query<Schemas['Webhook']> }) {
  const canWrite = usePermission('webhooks:write');
  const { timeZone } = useTimeZone();
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const [done, setDone] = useState<string | null>(null);
  // Raised to load the deliveries again after a replay or a recovery.
  const [version, setVersion] = useState(0);
  const setStatus = useAction(async (status: 'active' | 'paused') => {
    setDone(null);
    await unwrap(api.PUT('/webhooks/{id}', { params: { path: { id: endpoint.id } }, body: { status } }));
    await query.reload();
    setDone(status === 'active' ? t('webhooks.isActive') : t('webhooks.isPaused'));
  });
  const advice = endpointAdvice(endpoint, (at) => formatTime(at, timeZone));
  const isActive = endpoint.status === 'active';
  const { agent } = endpoint;
  return (
    <>
      <h1 class="endpoint-url">{endpoint.url}</h1>
      {canWrite && (
        <div class="actions">
          <Button class="primary" onClick={() => setOpen('test')}>
            {t('webhooks.test')}
          </Button>
          {!agent && <Button onClick={() => setOpen('edit')}>{t('words.edit')}</Button>}
          {!(agent && endpoint.status === 'disabled') && (
            <ActionButton
              isRunning={setStatus.isRunning}
              onClick={() => void setStatus.run(isActive ? 'paused' : 'active')}
            >
              {isActive ? t('words.pause') : t('webhooks.resume')}
            </ActionButton>
          )}
          {!agent && <Button onClick={() => setOpen('rotate')}>{t('webhooks.rotate')}</Button>}
          <Button class="danger" onClick={() => setOpen('delete')}>
            {t('words.delete')}
          </Button>
        </div>
      )}
      <ErrorMessage error={setStatus.error} />
      <ErrorMessage error={query.error} onRetry={query.reload} />
      {done && <Notice kind="success">{done}</Notice>}
      {advice && <Notice kind={advice.kind}>{advice.text}</Notice>}
      <dl class="facts card">
        <Fact name={t('words.status')}>
          <Status status={endpoint.status} />
        </Fact>
        {agent && (
          <>
            <Fact name={t('webhooks.agent')}>{agent.name}</Fact>
            <Fact name={t('webhooks.endsAt')}>
              <Time at={agent.expires_at} />
            </Fact>
          </>
        )}
        <Fact name={t('webhooks.events')}>{summarizeKinds(endpoint.events)}</Fact>
        <Fact name={t('webhooks.verified')}>{endpoint.is_verified ? t('webhooks.yes') : t('webhooks.no')}</Fact>
        <Fact name={t('words.addedAt')}>
          <Time at={endpoint.created_at} />
        </Fact>
        <CodeFact name={t('webhooks.id')} code={endpoint.id} />
      </dl>
      <Deliveries
        endpoint={endpoint}
        version={version}
        onRecover={() => setOpen('recover')}
        onReplayed={() => setVersion((last) => last + 1)}
      />
      <EndpointDialogs
        open={open}
        endpoint={endpoint}
        onOpen={setOpen}
        onChanged={async (message) => {
          setDone(message);
          await query.reload();
        }}
        onDeliveriesChanged={() => setVersion((last) => last + 1)}
      />
    </>
  );
}
