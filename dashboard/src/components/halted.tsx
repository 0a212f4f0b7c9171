import { OctagonX } from 'lucide-preact';
import { t } from '../language/texts.ts';

/** The mark of a post that a halt stops, with the reason where it is known. */
export function Halted({ reason }: { reason?: string }) {
  return (
    <span class="halted" title={reason}>
      <OctagonX size={14} /> {t('components.halted')}
    </span>
  );
}
