/** The item as the response shows it. */
export function toContent({ id, title, description = null, status, platforms, created_at, updated_at }) {
  return { id, title, description, status, platforms, created_at, updated_at };
}
