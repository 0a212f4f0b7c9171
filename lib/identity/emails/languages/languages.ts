import type { PageLanguage } from '../../../core/values/page-language.ts';
import { de } from './de.ts';
import type { EmailTexts } from './email-texts.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';

/** The texts of the emails of members, by language. */
export const EMAIL_TEXTS: Record<PageLanguage, EmailTexts> = { en, de, fr, es };
