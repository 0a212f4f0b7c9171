import type { ComponentChildren, VNode } from 'preact';

// What replaces the elements of a text in the language files.

/** Return a part of a text in bold. */
export function bold(content: ComponentChildren[]): VNode {
  return <strong>{content}</strong>;
}

/** Return a part of a text as code. */
export function code(content: ComponentChildren[]): VNode {
  return <code>{content}</code>;
}
