import english from '../../dashboard/languages/en.json' with { type: 'json' };
import { setTexts } from '../../dashboard/src/language/texts.ts';

// The dashboard loads the texts of a language before it shows a screen.
setTexts(english, 'en', 'en-GB');
