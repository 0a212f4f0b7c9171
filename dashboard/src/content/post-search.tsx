import { useEffect, useState } from 'preact/hooks';
import { Field } from '../components/form.tsx';
import { t } from '../language/texts.ts';

const SETTLED_MS = 300;
const MAX_LENGTH = 200;

/** A field that searches posts while a person types. A text without a letter or a digit searches nothing. */
export function PostSearch({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const [text, setText] = useState(search);
  useEffect(() => setText(search), [search]);
  useEffect(() => {
    const wanted = /[\p{L}\p{N}]/u.test(text) ? text.trim() : '';
    if (wanted === search.trim()) return;
    const timer = setTimeout(() => onSearch(wanted), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <search class="post-search">
      <Field label={t('labels.search')}>
        {(attributes) => (
          <input
            {...attributes}
            type="search"
            maxLength={MAX_LENGTH}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        )}
      </Field>
    </search>
  );
}
