import { CodeFact, Fact } from '../../components/facts.tsx';
import { Time } from '../../components/time.tsx';
import { t } from '../../language/texts.ts';
import { type AuditEntry, valueText } from './describe.ts';

/** The values before and after a change, and where the request came from. */
export function EntryDetails({ entry }: { entry: AuditEntry }) {
  const { actor, changes } = entry;
  return (
    <>
      {changes === null ? (
        <p>{t('audit.erased')}</p>
      ) : (
        <table class="changes">
          <caption class="visually-hidden">{t('audit.changedFields', { number: entry.number })}</caption>
          <thead>
            <tr>
              <th scope="col">{t('words.field')}</th>
              <th scope="col">{t('audit.before')}</th>
              <th scope="col">{t('audit.after')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ field, before, after }) => (
              <tr key={field}>
                <th scope="row">{field}</th>
                <td>
                  <pre>{valueText(before)}</pre>
                </td>
                <td>
                  <pre>{valueText(after)}</pre>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <dl class="facts">
        <CodeFact name={t('audit.resourceId')} code={entry.resource.id} />
        <CodeFact name={t('audit.operation')} code={entry.operation} />
        <CodeFact name={t('audit.requestId')} code={entry.request_id} />
        <CodeFact name={t('audit.client')} code={actor.client_id} />
        <CodeFact name={t('audit.reviewLink')} code={actor.review_link_id} />
        <Fact name={t('audit.recorded')}>
          <Time at={entry.recorded_at} precise />
        </Fact>
        <CodeFact name={t('audit.hash')} code={entry.hash} />
      </dl>
    </>
  );
}
