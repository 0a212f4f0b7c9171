import { isDuplicate } from '../../api/problem.ts';
import { ActionButton } from '../../components/button.tsx';
import { t } from '../../language/texts.ts';
import { usePermission } from '../../session-context.tsx';

/** Offer to publish what another post publishes, to those who may. */
export function RepeatAnyway(props: { error: unknown; isRunning: boolean; onRepeat: () => void }) {
  const mayOverride = usePermission('content:override');
  if (!mayOverride || !isDuplicate(props.error)) return null;
  return (
    <p>
      <ActionButton isRunning={props.isRunning} onClick={props.onRepeat}>
        {t('composer.repeatAnyway')}
      </ActionButton>
    </p>
  );
}
