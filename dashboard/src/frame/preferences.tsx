import { useState } from 'preact/hooks';
import { SelectField } from '../components/form.tsx';
import { TimeZoneField } from '../components/time-zone-field.tsx';
import { availableLanguages, changeLanguage } from '../language/choose-language.ts';
import { language, t } from '../language/texts.ts';
import { changeTheme, chosenTheme, THEMES } from '../theme.ts';
import { useTimeZone } from '../time-zone.tsx';

/** The choice of the language. Each has its own name, so that a person finds it in any language. */
export function LanguageChoice() {
  const options = availableLanguages().map((value) => ({ value, label: ownName(value) }));
  return <SelectField label={t('layout.language')} options={options} value={language()} onValue={changeLanguage} />;
}

function ownName(code: string): string {
  const name = new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}

/** The choice between light and dark colors, which the browser remembers. */
export function ThemeChoice() {
  const [theme, setTheme] = useState(chosenTheme);
  const options = THEMES.map((value) => ({ value, label: t(`layout.theme_${value}`) }));
  return (
    <SelectField
      label={t('layout.theme')}
      options={options}
      value={theme}
      onValue={(chosen) => {
        setTheme(chosen);
        changeTheme(chosen);
      }}
    />
  );
}

/** The choice of the time zone in which the dashboard shows and reads times. */
export function TimeZoneChoice() {
  const { timeZone, setTimeZone } = useTimeZone();
  return <TimeZoneField value={timeZone} onValue={setTimeZone} />;
}
