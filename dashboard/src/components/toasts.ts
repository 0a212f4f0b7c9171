/** A short message about what has just happened. */
export interface Toast {
  id: number;
  text: string;
  undo: (() => void) | null;
}

interface ToastOptions {
  /** Take back what the text says. */
  undo?: () => void;
  /** The toast has gone, and nothing was taken back. */
  onGone?: () => void;
}

type Listener = (toasts: readonly Toast[]) => void;

const listeners = new Set<Listener>();
const goneOf = new Map<number, () => void>();
let toasts: readonly Toast[] = [];
let lastId = 0;

/** Show a text for some seconds. With `undo`, it offers to take back what the text says. Returns the id of the toast. */
export function showToast(text: string, { undo, onGone }: ToastOptions = {}): number {
  const id = ++lastId;
  if (onGone) goneOf.set(id, onGone);
  change([...toasts, { id, text, undo: undo ?? null }]);
  return id;
}

/** Remove a toast. What it says is then final. */
export function dismissToast(id: number): void {
  const gone = remove(id);
  gone?.();
}

/** Take back what a toast says, or the latest one that offers it. Returns whether there was one. */
export function undoToast(id?: number): boolean {
  const toast = toasts.findLast(({ undo, ...each }) => undo !== null && (id === undefined || each.id === id));
  if (!toast) return false;
  remove(toast.id);
  toast.undo?.();
  return true;
}

/** Call `listener` with the toasts that are shown, now and after each change. Returns the function that stops it. */
export function followToasts(listener: Listener): () => void {
  listeners.add(listener);
  listener(toasts);
  return () => listeners.delete(listener);
}

function remove(id: number): (() => void) | undefined {
  const gone = goneOf.get(id);
  goneOf.delete(id);
  change(toasts.filter((toast) => toast.id !== id));
  return gone;
}

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener(toasts);
}
