import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { PagedList, Query } from '../api/hooks.ts';
import { Button } from './button.tsx';
import { EmptyState, ListEnd } from './feedback.tsx';

/** What a form of a list calls at its end. */
interface FormEnds {
  onClose: () => void;
  /** Close the form, and load the list again. */
  onSaved: () => void;
}

interface ListScreenProps {
  title: string;
  intro: ComponentChildren;
  list: PagedList<unknown>;
  /** What the button that adds an item says. False for a member who may not add one. */
  add?: string | false;
  /** The form of a new item. */
  form?: (ends: FormEnds) => ComponentChildren;
  emptyTitle: string;
  emptyText: string;
  /** What has just been done. */
  notice?: ComponentChildren;
  /** The items, shown when there are any. */
  children: ComponentChildren;
}

/** A screen with a list: its title, its items or the first step where it has none, and the form of a new item. */
export function ListScreen(props: ListScreenProps) {
  const { title, intro, list, add = false, form, emptyTitle, emptyText, notice, children } = props;
  const [isAdding, setAdding] = useState(false);
  const onClose = () => setAdding(false);
  const onSaved = () => {
    onClose();
    void list.reload();
  };
  const addButton = add && (
    <Button class="primary" onClick={() => setAdding(true)}>
      {add}
    </Button>
  );
  const heading = <h1>{title}</h1>;
  const head = (
    <div class="bar">
      {heading}
      {list.items.length > 0 && addButton}
    </div>
  );
  return (
    <>
      {form ? head : heading}
      <p class="muted">{intro}</p>
      {notice}
      {list.isEmpty && (
        <EmptyState title={emptyTitle}>
          <p>{emptyText}</p>
          {addButton}
        </EmptyState>
      )}
      {list.items.length > 0 && children}
      <ListEnd list={list} />
      {isAdding && form?.({ onClose, onSaved })}
    </>
  );
}

/** Return a list that is loaded as a whole as one with a single page. */
export function asPagedList<T>({ data, error, isLoading, reload }: Query<T[]>): PagedList<T> {
  const items = data ?? [];
  return {
    items,
    error,
    isLoading: isLoading && !data,
    hasMore: false,
    isEmpty: data?.length === 0,
    loadMore: reload,
    reload,
  };
}
