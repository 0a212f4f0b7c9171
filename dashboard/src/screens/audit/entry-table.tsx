import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { Table } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { useMemberNames } from '../../member-names.ts';
import { type AuditEntry, actionText, actorText, changesText, resourceHref } from './describe.ts';
import { EntryDetails } from './entry-details.tsx';

/** Audit entries, each of which opens to its changes. */
export function EntryTable({ entries }: { entries: AuditEntry[] }) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const nameOf = useMemberNames('id');
  const toggle = (id: string) =>
    setOpened((last) => (last.has(id) ? new Set([...last].filter((other) => other !== id)) : new Set([...last, id])));
  return (
    <Table class="listing" caption="Changes, newest first" hidesCaption columns={['Time', 'Change', 'By', 'Fields']}>
      {entries.map((entry) => {
        const isOpen = opened.has(entry.id);
        const href = resourceHref(entry);
        return (
          <Fragment key={entry.id}>
            <tr>
              <td class="when">
                <Time at={entry.at} />
                <span class="sub">Entry {entry.number}</span>
              </td>
              <td>
                {actionText(entry)}
                <span class="sub id">{href ? <Link href={href}>{entry.resource.id}</Link> : entry.resource.id}</span>
              </td>
              <td>
                {actorText(entry, nameOf)}
                {entry.source_ip && <span class="sub">from {entry.source_ip}</span>}
              </td>
              <td class="wide">
                <button
                  type="button"
                  class="link"
                  aria-expanded={isOpen}
                  aria-label={`${changesText(entry)}: details of entry ${entry.number}`}
                  onClick={() => toggle(entry.id)}
                >
                  {changesText(entry)}
                </button>
              </td>
            </tr>
            {isOpen && (
              <tr class="entry-details">
                <td colSpan={4}>
                  <EntryDetails entry={entry} />
                </td>
              </tr>
            )}
          </Fragment>
        );
      })}
    </Table>
  );
}
