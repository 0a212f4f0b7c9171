import { Time } from '../../components/time.tsx';
import { type AuditEntry, valueText } from './describe.ts';

/** The values before and after a change, and where the request came from. */
export function EntryDetails({ entry }: { entry: AuditEntry }) {
  const { actor, changes } = entry;
  return (
    <>
      {changes === null ? (
        <p>The values of this change were erased as personal data. The log can still be verified.</p>
      ) : (
        <table class="changes">
          <caption class="visually-hidden">Changed fields of entry {entry.number}</caption>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
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
        {entry.operation && (
          <>
            <dt>Operation</dt>
            <dd>
              <code>{entry.operation}</code>
            </dd>
          </>
        )}
        {entry.request_id && (
          <>
            <dt>Request id</dt>
            <dd>
              <code>{entry.request_id}</code>
            </dd>
          </>
        )}
        {actor.client_id && (
          <>
            <dt>API key or session</dt>
            <dd>
              <code>{actor.client_id}</code>
            </dd>
          </>
        )}
        {actor.review_link_id && (
          <>
            <dt>Review link</dt>
            <dd>
              <code>{actor.review_link_id}</code>
            </dd>
          </>
        )}
        <dt>Recorded</dt>
        <dd>
          <Time at={entry.recorded_at} precise />
        </dd>
        <dt>Hash</dt>
        <dd>
          <code>{entry.hash}</code>
        </dd>
      </dl>
    </>
  );
}
