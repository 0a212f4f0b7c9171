import { SelectField } from '../components/form.tsx';
import { t } from '../language/texts.ts';
import { namesOf, useLabels } from './labels.ts';

interface LabelFiltersProps {
  /** Empty for all. */
  filter: { label: string; campaign: string };
  onFilter: (change: { label: string } | { campaign: string }) => void;
}

/** The choice of a label and of a campaign; nothing in a workspace without any. */
export function LabelFilters({ filter, onFilter }: LabelFiltersProps) {
  const labels = useLabels().data;
  const optionsOf = (kind: 'label' | 'campaign', chosen: string) => {
    const names = namesOf(labels, kind);
    // One that is loading, or was renamed since.
    const known = chosen === '' || names.includes(chosen) ? names : [...names, chosen];
    return [{ value: '', label: t('filters.all') }, ...known.map((value) => ({ value, label: value }))];
  };
  const [ofLabels, ofCampaigns] = [optionsOf('label', filter.label), optionsOf('campaign', filter.campaign)];
  return (
    <>
      {ofCampaigns.length > 1 && (
        <SelectField
          label={t('labels.campaign')}
          value={filter.campaign}
          options={ofCampaigns}
          onValue={(campaign) => onFilter({ campaign })}
        />
      )}
      {ofLabels.length > 1 && (
        <SelectField
          label={t('labels.label')}
          value={filter.label}
          options={ofLabels}
          onValue={(label) => onFilter({ label })}
        />
      )}
    </>
  );
}
