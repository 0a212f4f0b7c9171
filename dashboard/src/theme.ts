const STORED_AS = 'theme';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Return the chosen theme. `system` leaves the choice to the browser. */
export function chosenTheme(): Theme {
  const stored = localStorage.getItem(STORED_AS);
  return THEMES.find((theme) => theme === stored) ?? 'system';
}

/** Store the theme and apply it to the page. */
export function changeTheme(theme: Theme): void {
  localStorage.setItem(STORED_AS, theme);
  applyTheme();
}

/** Apply the chosen theme to the page. */
export function applyTheme(): void {
  const theme = chosenTheme();
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
