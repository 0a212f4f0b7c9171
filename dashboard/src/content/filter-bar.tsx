import { Bookmark, SlidersHorizontal, X } from 'lucide-preact';
import { useState } from 'preact/hooks';
import { useAction } from '../api/hooks.ts';
import { Button } from '../components/button.tsx';
import { FormDialog, SelectField, TextField } from '../components/form.tsx';
import { t } from '../language/texts.ts';
import { PLATFORM_OPTIONS, platformName } from '../platforms.ts';
import { useSession } from '../session-context.tsx';
import { capitalize, statusText } from '../words.ts';
import { type Account, accountName } from './content.ts';
import { LabelFilters } from './label-filters.tsx';
import {
  addSavedFilter,
  isFiltered,
  isSameFilter,
  NO_FILTER,
  type PostFilter,
  parseSavedFilters,
  type SavedFilter,
} from './post-filter.ts';

interface FilterBarProps {
  /** The name of the screen, which has saved filters of its own. */
  screen: string;
  /** The statuses that can be selected, as the API names them. */
  statuses: readonly string[];
  accounts: Account[];
  filter: PostFilter;
  onFilter: (filter: PostFilter) => void;
}

/** The filter of a screen with posts: its fields, and the filters that the person has saved in this browser. */
export function FilterBar({ screen, statuses, accounts, filter, onFilter }: FilterBarProps) {
  const [saved, setSaved] = useSavedFilters(screen);
  const [isNaming, setNaming] = useState(false);
  const [isOpen, setOpen] = useState(() => isFiltered(filter));
  const all = { value: '', label: t('filters.all') };
  const statusOptions = statuses.map((value) => ({ value, label: capitalize(statusText(value)) }));
  const ofPlatform = accounts.filter(({ platform }) => filter.platform === '' || platform === filter.platform);
  const accountOptions = ofPlatform.map((account) => ({
    value: account.id,
    label: t('filters.account', { name: accountName(account), platform: platformName(account.platform) }),
  }));
  const isKnown = saved.some((each) => isSameFilter(each.filter, filter));
  const selectPlatform = (platform: string) => {
    const account = accounts.find(({ id }) => id === filter.account_id);
    const isKept = platform === '' || account?.platform === platform;
    onFilter({ ...filter, platform, account_id: isKept ? filter.account_id : '' });
  };
  return (
    <div class="filter-bar">
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <SlidersHorizontal size={16} /> {t('filters.filter')}
        </summary>
        <div class="filters">
          <SelectField
            label={t('words.status')}
            value={filter.status}
            options={[all, ...statusOptions]}
            onValue={(status) => onFilter({ ...filter, status })}
          />
          <SelectField
            label={t('words.platform')}
            value={filter.platform}
            options={[all, ...PLATFORM_OPTIONS]}
            onValue={selectPlatform}
          />
          {accounts.length > 0 && (
            <SelectField
              label={t('filters.accounts')}
              value={filter.account_id}
              options={[all, ...accountOptions]}
              onValue={(account_id) => onFilter({ ...filter, account_id })}
            />
          )}
          <LabelFilters filter={filter} onFilter={(change) => onFilter({ ...filter, ...change })} />
          {isFiltered(filter) && (
            <div class="actions filter-actions">
              <Button onClick={() => onFilter(NO_FILTER)}>{t('filters.clear')}</Button>
              {!isKnown && (
                <Button class="quiet" onClick={() => setNaming(true)}>
                  <Bookmark size={16} /> {t('filters.save')}
                </Button>
              )}
            </div>
          )}
        </div>
      </details>
      {saved.length > 0 && (
        <ul class="saved-filters" aria-label={t('filters.saved')}>
          {saved.map((each) => (
            <li key={each.name}>
              <Button
                class="small"
                aria-pressed={isSameFilter(each.filter, filter)}
                onClick={() => onFilter(each.filter)}
              >
                <Bookmark size={14} /> {each.name}
              </Button>
              <Button
                class="quiet small"
                aria-label={t('filters.delete', { name: each.name })}
                onClick={() => setSaved(saved.filter((other) => other !== each))}
              >
                <X size={14} />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isNaming && (
        <NameFilter
          onClose={() => setNaming(false)}
          onName={(name) => {
            setSaved(addSavedFilter(saved, { name, filter }));
            setNaming(false);
          }}
        />
      )}
    </div>
  );
}

function NameFilter({ onClose, onName }: { onClose: () => void; onName: (name: string) => void }) {
  const [name, setName] = useState('');
  const save = useAction(async () => onName(name.trim()));
  return (
    <FormDialog title={t('filters.saveTitle')} action={save} submit={t('words.save')} onClose={onClose}>
      <TextField
        label={t('words.name')}
        value={name}
        onValue={setName}
        required
        maxLength={40}
        hint={t('filters.nameHint')}
      />
    </FormDialog>
  );
}

function useSavedFilters(screen: string): [SavedFilter[], (next: SavedFilter[]) => void] {
  const { workspace, user } = useSession();
  const key = `filters ${screen} ${workspace.id} ${user.id}`;
  const [saved, setSaved] = useState(() => parseSavedFilters(localStorage.getItem(key)));
  const store = (next: SavedFilter[]) => {
    localStorage.setItem(key, JSON.stringify(next));
    setSaved(next);
  };
  return [saved, store];
}
