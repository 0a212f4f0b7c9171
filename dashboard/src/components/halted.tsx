import { CirclePause, OctagonX } from 'lucide-preact';
import { t } from '../language/texts.ts';

/** The mark of a post that a halt stops, with the reason where it is known. */
export function Halted({ reason }: { reason?: string }) {
  return (
    <span class="halted" title={reason}>
      <OctagonX size={14} /> {t('components.halted')}
    </span>
  );
}

/** The mark of a post that a paused queue or a paused recurrence holds. */
export function Held() {
  return (
    <span class="halted">
      <CirclePause size={14} /> {t('components.held')}
    </span>
  );
}
