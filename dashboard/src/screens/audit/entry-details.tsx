import { CodeFact, Fact } from '../../components/facts.tsx';
import { Time } from '../../components/time.tsx';
import { type AuditEntry, valueText } from './describe.ts';

/** The values before and after a change, and where the request came from. */
export function EntryDetails({ entry }: { entry: AuditEntry }) {
  const { actor, changes } = entry;
  return (
    <>
      {changes === null ? (
        <p>These values were erased as personal data. The log remains verifiable.</p>
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
        <CodeFact name="Operation" code={entry.operation} />
        <CodeFact name="Request id" code={entry.request_id} />
        <CodeFact name="API key or session" code={actor.client_id} />
        <CodeFact name="Review link" code={actor.review_link_id} />
        <Fact name="Recorded">
          <Time at={entry.recorded_at} precise />
        </Fact>
        <CodeFact name="Hash" code={entry.hash} />
      </dl>
    </>
  );
}
