import { Status } from '../../components/status.tsx';
import type { Target } from '../../content/content.ts';
import { partName } from '../../content/post-parts.ts';
import { rich, t } from '../../language/texts.ts';

/** The post of a target and what follows it: the status of each part and its URL, and errors that the target has not. */
export function TargetParts({ parts, error: shown }: Pick<Target, 'parts' | 'error'>) {
  if (parts.length === 0) return null;
  return (
    <ol class="parts" aria-label={t('posts.parts')}>
      {parts.map(({ index, kind, status, url, error }) => (
        <li key={index}>
          <span class="part-name">{partName(kind, index)}</span>
          <Status status={status} />
          {url && /^https?:\/\//.test(url) && (
            <a href={url} target="_blank" rel="noreferrer">
              {rich('posts.viewPart', {
                part: partName(kind, index),
                hidden: (text) => <span class="visually-hidden">{text}</span>,
              })}
            </a>
          )}
          {error && error.message !== shown?.message && <small class="part-error">{error.message}</small>}
        </li>
      ))}
    </ol>
  );
}
