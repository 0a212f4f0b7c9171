import { MEDIA_STATUSES } from '../../api/values.ts';
import { SelectField } from '../../components/form.tsx';
import { t } from '../../language/texts.ts';
import type { MediaFilter } from './media-filter.ts';

// Those that a post can have first.
const STATUSES = ['ready', ...MEDIA_STATUSES.filter((status) => status !== 'ready')] as const;

interface MediaFiltersProps {
  filter: MediaFilter;
  onFilter: (filter: MediaFilter) => void;
}

/** Choose which files of the library are shown. */
export function MediaFilters({ filter, onFilter }: MediaFiltersProps) {
  return (
    <div class="filters">
      <SelectField
        label={t('words.kind')}
        options={[
          { value: '', label: t('words.imagesAndVideos') },
          { value: 'image', label: t('media.images') },
          { value: 'video', label: t('media.videos') },
        ]}
        value={filter.kind}
        onValue={(kind) => onFilter({ ...filter, kind })}
      />
      <SelectField
        label={t('words.status')}
        options={[
          { value: '', label: t('words.all') },
          ...STATUSES.map((value) => ({ value, label: t(`media.status_${value}`) })),
        ]}
        value={filter.status}
        onValue={(status) => onFilter({ ...filter, status })}
      />
    </div>
  );
}
