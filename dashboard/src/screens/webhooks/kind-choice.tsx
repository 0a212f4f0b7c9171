import { Check } from '../../components/checks.tsx';
import { t } from '../../language/texts.ts';
import { EVENT_KINDS, eventGroups } from './event-kinds.ts';

interface KindChoiceProps {
  /** The chosen kinds, or `*` for all, also future ones. */
  chosen: readonly string[];
  onChosen: (chosen: string[]) => void;
  error?: string | null;
}

/** Choose the events that an endpoint receives: all, also future kinds, or some. */
export function KindChoice({ chosen, onChosen, error = null }: KindChoiceProps) {
  const isAll = chosen.includes('*');
  const toggle = (kind: string, isChosen: boolean) =>
    onChosen(EVENT_KINDS.filter((other) => (other === kind ? isChosen : chosen.includes(other))));
  return (
    <fieldset>
      <legend>{t('webhooks.events')}</legend>
      {error && <p class="field-error">{error}</p>}
      <Check
        label={t('webhooks.allEvents')}
        hint={t('webhooks.allEventsHint')}
        checked={isAll}
        onChecked={(all) => onChosen(all ? ['*'] : ['content.published', 'content.failed'])}
      />
      {!isAll &&
        eventGroups().map(({ name, kinds }) => (
          <fieldset key={name} class="plain">
            <legend>{name}</legend>
            {kinds.map(({ kind, description }) => (
              <Check
                key={kind}
                label={<code>{kind}</code>}
                hint={description}
                checked={chosen.includes(kind)}
                onChecked={(isChosen) => toggle(kind, isChosen)}
              />
            ))}
          </fieldset>
        ))}
    </fieldset>
  );
}
