import { useEffect, useState } from 'preact/hooks';

const STORED_AS = 'theme';
const THEMES = ['system', 'light', 'dark'] as const;

/** The choice between light and dark colors, which the browser remembers. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState(() => localStorage.getItem(STORED_AS) ?? 'system');
  useEffect(() => {
    localStorage.setItem(STORED_AS, theme);
    applyTheme();
  }, [theme]);
  return (
    <label>
      Theme{' '}
      <select value={theme} onChange={(event) => setTheme(event.currentTarget.value)}>
        {THEMES.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Apply the stored theme to the page. `system` leaves the choice to the browser. */
export function applyTheme(): void {
  const theme = localStorage.getItem(STORED_AS) ?? 'system';
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
