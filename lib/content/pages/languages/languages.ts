import type { PageLanguage } from '../../../core/values/page-language.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import type { ReviewTexts } from './review-texts.ts';

/** The texts of the pages of a reviewer, by language. */
export const REVIEW_TEXTS: Record<PageLanguage, ReviewTexts> = { en, de, fr, es };
