import type { PageLanguage } from '../../../core/values/page-language.ts';
import type { ConnectTexts } from './connect-texts.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';

/** The texts of the pages of connections, by language. */
export const CONNECT_TEXTS: Record<PageLanguage, ConnectTexts> = { en, de, fr, es };
