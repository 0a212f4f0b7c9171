import { ChevronDown, ChevronUp } from 'lucide-preact';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { Button } from '../../components/button.tsx';
import { listOf, rich, t } from '../../language/texts.ts';
import { platformName } from '../../platforms.ts';
import { roleName } from '../../role-names.ts';
import { useTimeZone } from '../../time-zone.tsx';
import { timeOfDay } from '../../times.ts';
import { timeInSentence } from './days.ts';
import { type AuditEntry, actorText, resourceHref, resourceText, subjectOf } from './describe.ts';
import { EntryActor } from './entry-actor.tsx';
import { EntryDetails } from './entry-details.tsx';
import type { Names } from './resource-names.ts';
import { sentenceOf } from './sentence.ts';

/** One entry: who did what, when, and on demand the values. */
export function EntryItem({ entry, names }: { entry: AuditEntry; names: Names }) {
  const { timeZone } = useTimeZone();
  const [isOpen, setOpen] = useState(false);
  const { number, at, source_ip } = entry;
  return (
    <li class="entry">
      <EntryActor entry={entry} names={names} />
      <div>
        <p>
          <EntrySentence entry={entry} names={names} />
        </p>
        <p class="sub">
          <time dateTime={at}>{timeOfDay(at, timeZone)}</time>
          <span>{t('audit.number', { number })}</span>
          {source_ip && <span>{t('audit.fromAddress', { address: source_ip })}</span>}
        </p>
      </div>
      <Button
        class="quiet small"
        aria-expanded={isOpen}
        aria-label={t('audit.detailsOf', { number })}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? <ChevronUp size={18} /> : <ChevronDown size={18} />}
      </Button>
      {isOpen && (
        <div class="entry-details">
          <EntryDetails entry={entry} />
        </div>
      )}
    </li>
  );
}

function EntrySentence({ entry, names }: { entry: AuditEntry; names: Names }) {
  const { timeZone } = useTimeZone();
  const { key, at, platforms, role, before } = sentenceOf(entry);
  const subject = subjectOf(entry);
  const href = resourceHref({ action: subject === entry.resource ? entry.action : 'updated', resource: subject });
  return rich(key, {
    actor: actorText(entry, names.ofUser),
    name: resourceText(subject, names.ofSubject(entry)),
    item: (content) => (href ? <Link href={href}>{content}</Link> : <span>{content}</span>),
    time: at && timeInSentence(at, timeZone),
    platforms: platforms && listOf(platforms.map(platformName)),
    role: role && roleName(role),
    before,
    who: (content) => <strong>{content}</strong>,
  });
}
