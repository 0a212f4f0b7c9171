import type { Settings } from './runtime-settings.ts';

let parsed: { text: string; settings: Settings } | null = null;

/** Return the settings of the stage this function is deployed to. Throws when the stack did not set them. */
export function settings(): Settings {
  const text = process.env.SETTINGS;
  if (!text) throw new Error('SETTINGS is not set: this function was not deployed by the stack.');
  if (parsed?.text !== text) parsed = { text, settings: JSON.parse(text) as Settings };
  return parsed.settings;
}
