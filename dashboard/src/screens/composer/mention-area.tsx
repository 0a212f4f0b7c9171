import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Field } from '../../components/form.tsx';
import { useTemplates } from '../../content/templates.ts';
import { t } from '../../language/texts.ts';
import { matchingMentions, mentionAt, withMention } from './mention-query.ts';

interface MentionAreaProps {
  label: string;
  value: string;
  onValue: (value: string) => void;
  rows: number;
  hint?: string;
  error?: string | null;
}

// As in `TextAreaField`.
const DEFAULT_ROWS = 4;

/** A text in which `@` offers the saved mentions: arrow keys choose one, Enter or Tab inserts it, Escape closes the list. */
export function MentionArea({ label, value, onValue, rows, hint, error = null }: MentionAreaProps) {
  const templates = useTemplates().data ?? [];
  const area = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  // Null while nothing is typed, or after the list was closed.
  const [caret, setCaret] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  const nextCaret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (nextCaret.current === null) return;
    area.current?.setSelectionRange(nextCaret.current, nextCaret.current);
    nextCaret.current = null;
  }, [value]);
  const typed = caret === null ? null : mentionAt(value, caret);
  const options = typed ? matchingMentions(templates, typed.name) : [];
  const isOpen = options.length > 0;
  const chosen = Math.min(active, options.length - 1);
  const insert = (name: string) => {
    const changed = withMention(value, typed!, caret!, name);
    nextCaret.current = changed.caret;
    setCaret(null);
    onValue(changed.text);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen || event.ctrlKey || event.metaKey || event.isComposing) return;
    const actions: Record<string, () => void> = {
      ArrowDown: () => setActive((chosen + 1) % options.length),
      ArrowUp: () => setActive((chosen + options.length - 1) % options.length),
      Enter: () => insert(options[chosen]!.name),
      Tab: () => insert(options[chosen]!.name),
      Escape: () => setCaret(null),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };
  const controls = isOpen ? { 'aria-controls': listId, 'aria-activedescendant': `${listId}-${chosen}` } : {};
  return (
    <div class="mention-area">
      <Field label={label} hint={hint} error={error}>
        {(attributes) => (
          <textarea
            {...attributes}
            {...controls}
            aria-autocomplete="list"
            ref={area}
            rows={rows}
            class={rows < DEFAULT_ROWS ? 'short' : undefined}
            value={value}
            onInput={({ currentTarget }) => {
              setCaret(currentTarget.selectionEnd);
              setActive(0);
              onValue(currentTarget.value);
            }}
            onKeyDown={onKeyDown}
            onBlur={() => setCaret(null)}
          />
        )}
      </Field>
      {isOpen && (
        <div id={listId} role="listbox" aria-label={t('composer.savedMentions')} class="mention-options">
          {options.map(({ id, name }, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text.
            <div
              key={id}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === chosen}
              tabIndex={-1}
              // The text keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => insert(name)}
            >
              {name}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
