import { Flag, Tag } from 'lucide-preact';
import { t } from '../language/texts.ts';

interface LabelChipsProps {
  labels: readonly string[];
  campaign: string | null;
}

/** The labels and the campaign of a post; nothing without any. */
export function LabelChips({ labels, campaign }: LabelChipsProps) {
  if (labels.length === 0 && campaign === null) return null;
  return (
    <ul class="label-chips" aria-label={t('labels.ofPost')}>
      {campaign !== null && (
        <li>
          <Flag size={12} /> {campaign}
        </li>
      )}
      {labels.map((name) => (
        <li key={name}>
          <Tag size={12} /> {name}
        </li>
      ))}
    </ul>
  );
}
