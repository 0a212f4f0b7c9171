import type { PageLanguage } from '../../core/values/page-language.ts';

/** The names of the links of a product at the end of each page, by language. */
export const PRODUCT_LINKS: Record<PageLanguage, Record<'terms' | 'privacy' | 'support', string>> = {
  en: { terms: 'Terms', privacy: 'Privacy', support: 'Support' },
  de: { terms: 'Nutzungsbedingungen', privacy: 'Datenschutz', support: 'Support' },
  fr: { terms: 'Conditions d’utilisation', privacy: 'Confidentialité', support: 'Assistance' },
  es: { terms: 'Condiciones', privacy: 'Privacidad', support: 'Asistencia' },
};
