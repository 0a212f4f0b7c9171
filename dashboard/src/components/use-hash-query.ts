import { useEffect, useState } from 'preact/hooks';

/**
 * Hold the query of the hash (`#/posts?status=draft`), so that a link and the history restore what a screen shows. Returns it,
 * and the function that replaces it.
 */
export function useHashQuery(): [URLSearchParams, (next: Record<string, string>) => void] {
  const [text, setText] = useState(currentQuery);
  useEffect(() => {
    const follow = () => setText(currentQuery());
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  const replace = (next: Record<string, string>) => {
    const query = new URLSearchParams(next).toString();
    const path = location.hash.split('?')[0] || '#/';
    history.replaceState(history.state, '', query === '' ? path : `${path}?${query}`);
    setText(query);
  };
  return [new URLSearchParams(text), replace];
}

function currentQuery(): string {
  // The values of an OAuth request may have a question mark of their own.
  return location.hash.split('?').slice(1).join('?');
}
