import { useState } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { useAction, useQuery } from '../../api/hooks.ts';
import { ActionButton } from '../../components/button.tsx';
import { Check } from '../../components/checks.tsx';
import { ErrorMessage } from '../../components/feedback.tsx';
import { ActionForm, SelectField } from '../../components/form.tsx';
import { t } from '../../language/texts.ts';
import { PLATFORMS, platformName } from '../../platforms.ts';
import { timeZones } from '../../time-zone.tsx';
import { toWords } from '../../words.ts';
import { ColumnField } from './column-field.tsx';
import { defaultsOf, fieldsOfColumns, type Import, type ImportDefaults, mappingOf, otherFields } from './fields.ts';
import { TemplateDefaults } from './template-defaults.tsx';

type DateOrder = NonNullable<ImportDefaults['date_order']>;

interface MappingFormProps {
  of: Import;
  onChanged: () => Promise<unknown>;
}

/** What each column has, and what rows have that say nothing. */
export function MappingForm({ of, onChanged }: MappingFormProps) {
  const given = of.defaults as ImportDefaults;
  const [fields, setFields] = useState(fieldsOfColumns(of));
  const [platforms, setPlatforms] = useState<readonly string[]>(given.platforms ?? []);
  const [queue, setQueue] = useState(given.queue ?? '');
  const [zone, setZone] = useState(given.time_zone ?? '');
  const [order, setOrder] = useState<DateOrder | ''>(given.date_order ?? '');
  const [templates, setTemplates] = useState(given.templates ?? {});
  const queues = useQuery('queues of imports', () => unwrap(api.GET('/queues', { params: { query: { limit: 50 } } })));
  const save = useAction(async () => {
    const defaults = defaultsOf(given, { platforms, queue, zone, order, templates });
    const body = { mapping: mappingOf(of.columns, fields), defaults };
    await unwrap(api.PUT('/imports/{id}', { params: { path: { id: of.id } }, body }));
    await onChanged();
  });
  const example = of.rows[0];
  const others = otherFields(of);
  const named = queues.data?.queues ?? [];
  const queueChoices = [
    { value: '', label: t('imports.asDrafts') },
    ...named.map(({ id, name }) => ({ value: id, label: name })),
    // The API takes a name too.
    ...(queue !== '' && !named.some(({ id }) => id === queue) ? [{ value: queue, label: queue }] : []),
  ];
  return (
    <section class="card" aria-label={t('imports.columns')}>
      <h2>{t('imports.columns')}</h2>
      <ActionForm action={save}>
        <div class="import-columns">
          {of.columns.map((column, index) => (
            <ColumnField
              key={column}
              column={column}
              example={example?.values[index]?.value.slice(0, 80)}
              field={fields[index]!}
              others={others}
              onField={(field) => setFields(fields.with(index, field))}
            />
          ))}
        </div>
        <fieldset>
          <legend>{t('imports.platforms')}</legend>
          <div class="import-platforms">
            {PLATFORMS.map((platform) => (
              <Check
                key={platform}
                label={platformName(platform)}
                checked={platforms.includes(platform)}
                onChecked={(isChecked) =>
                  setPlatforms(isChecked ? [...platforms, platform] : platforms.filter((each) => each !== platform))
                }
              />
            ))}
          </div>
        </fieldset>
        <div class="import-columns">
          <SelectField label={t('imports.withoutTime')} options={queueChoices} value={queue} onValue={setQueue} />
          <SelectField
            label={t('imports.timeZone')}
            options={[
              { value: '', label: t('imports.workspaceZone') },
              ...timeZones(zone || 'UTC').map((name) => ({ value: name, label: toWords(name) })),
            ]}
            value={zone}
            onValue={setZone}
          />
          <SelectField
            label={t('imports.dateOrder')}
            options={[
              { value: '', label: t('imports.dateOrderUnknown') },
              { value: 'day_first', label: t('imports.dateOrderDay') },
              { value: 'month_first', label: t('imports.dateOrderMonth') },
            ]}
            value={order}
            onValue={setOrder}
          />
        </div>
        <TemplateDefaults value={templates} onValue={setTemplates} />
        <ErrorMessage error={save.error} onRetry={save.run} />
        <ActionButton type="submit" isRunning={save.isRunning}>
          {t('imports.check')}
        </ActionButton>
      </ActionForm>
    </section>
  );
}
