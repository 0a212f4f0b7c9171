/** The item as the response shows it. */
export function toContent({ id, title, body = null, status, platforms, created_at, updated_at }) {
  return { id, title, body, status, platforms, created_at, updated_at };
}
