import { t } from '../../language/texts.ts';

/** The length of a text and its limit. Near the limit, it says how many characters are left. */
export function Count({ length, limit }: { length: number; limit: number }) {
  const left = limit - length;
  return (
    <span class="count">
      <meter
        min={0}
        max={limit}
        high={limit * 0.9}
        optimum={0}
        value={Math.min(length, limit)}
        aria-label={t('composer.charactersOf', { length, limit })}
      />
      <span>
        {length} / {limit}
        {left < limit * 0.1 && <small> {t('composer.charactersLeft', { left })}</small>}
      </span>
    </span>
  );
}
