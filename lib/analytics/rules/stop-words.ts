import { stopwords as english } from '@orama/stopwords/english';
import { stopwords as french } from '@orama/stopwords/french';
import { stopwords as german } from '@orama/stopwords/german';
import { stopwords as portuguese } from '@orama/stopwords/portuguese';
import { stopwords as spanish } from '@orama/stopwords/spanish';

/** Words missing in the lists of `@orama/stopwords` (Snowball): those have pronouns and verbs, few adverbs. */
const FURTHER: Record<keyof typeof LISTED, string> = {
  en: `across almost along already also although always among another anybody anyone anything around ask away back came come done either else enough ever every everybody everyone everything gave get gets getting give given gives goes going gone got however just keep kept know known last least less let lets like likely made make makes making many maybe mine much near need needs neither never next nobody none nothing now often one onto others per perhaps please put quite rather really said saw say saying says see seen several since somebody someone something sometimes soon still take taken takes tell therefore thing things though three thus till together took toward towards two upon use used via want wants way well went whatever whenever whether whole whose within without yes yet today tomorrow yesterday`,
  es: `cuya cuyo estás has ido iba iban mañana tanta tienes`,
  de: `beim bereits bevor bloß dabei dadurch dafür dagegen daher damals danach daneben daran darauf daraus darf darin darüber darum darunter dass davon davor denen dennoch deren deshalb desto deswegen drei dürfen eben ebenso eher eigentlich einfach erst etwa ganz gar gehabt genau geht gemacht gerade gern getan geworden gibt habt immer jedoch jemand kannst könnten macht mehr möchte mögen morgen müssen nachdem nächste neben nie niemand schon sei seid seit selber sogar sollen sollten sowie später überhaupt unsere unserem unseren unserer viele vielen vieler vielleicht warum weder wenig wer werdet wessen wirklich wohl worden wurde wurden zurück zusammen zwei heute gestern`,
  fr: `afin ailleurs ainsi alors après assez aucun aucune auprès auquel aussi autant autour autre autres auxquelles auxquels avant avoir beaucoup bien bon car celle celles celui cependant certain certaine certaines certains ceux chacun chacune chaque chez combien comme comment contre davantage dehors déjà demain depuis derrière dès désormais dessous dessus deux devant devrait dire dit doit doivent donc dont duquel durant elles encore enfin ensuite entre envers être faire fait faites faut fois font grâce hier hors jamais jusque laquelle lequel lequels lesquelles lesquels loin lorsque malgré mêmes mien mieux moins non nôtre nouveau nul où parce parfois parmi partout pendant peu peut peuvent peux plupart plus plusieurs plutôt pourquoi pourrait pouvoir près presque puis puisque quand quelque quelques quoi quoique rien sauf selon seul seule seulement sien sinon sous souvent surtout tandis tant tel telle telles tellement tels toujours tous tout toute toutes très trois trop vers veut veux voici voilà voir vont vôtre vraiment`,
  pt: `acerca agora ainda algo alguém algum alguma algumas alguns ali além ambos ante antes apenas apesar após aqui assim atrás através bem cada contra contudo coisa cujo cuja dão daquela daquele dentro desde dessa dessas desse desses desta destas deste destes deve devem disso disto dizer dois duas durante embora enquanto entanto então estar faz fazem fazer feito havia hoje mesma mesmas mesmos muita muitas muitos nada nela nele nenhum nenhuma nessa nesse nesta neste ninguém nunca onde ontem outra outras outro outros perante pode podem pois porém porque porquê pouca pouco poucos pra primeiro própria próprio quais qualquer quanto quase quê quer sempre sendo ser sido sim sob sobre somente talvez tanta tanto tão têm ter toda todas todavia todo todos três tudo umas uns vai vamos vão vez vezes amanhã`,
};

const LISTED = { en: english, es: spanish, de: german, fr: french, pt: portuguese };

/** Minimum score of a language in the text, relative to the highest score. */
const MIN_RELATIVE_SCORE = 0.4;
interface StopWords {
  /** Stop words, lower-cased, one set per language. */
  languages: ReadonlySet<string>[];
  /** All stop words, each with the indexes of its languages in `languages`. */
  languagesOf: ReadonlyMap<string, number[]>;
}

let stopWords: StopWords | undefined;

/** Build the sets on first use: the stream worker starts for many changes and counts the words of few. */
function buildStopWords(): StopWords {
  const languages = (Object.keys(LISTED) as (keyof typeof LISTED)[]).map(
    (language) => new Set([...LISTED[language], ...FURTHER[language].split(' ')].filter((word) => word !== '')),
  );
  const languagesOf = new Map<string, number[]>();
  for (const [language, words] of languages.entries()) {
    for (const word of words) languagesOf.set(word, [...(languagesOf.get(word) ?? []), language]);
  }
  return { languages, languagesOf };
}

/**
 * Return a predicate of the stop words of a text.
 * Uses the languages that the text appears to be in, because a stop word of one language can be a topic in another
 * (German `war`, French `car`). The score of a language is the number of its stop words in the text, each divided by
 * the number of languages that have it. A text without any counts as all languages.
 */
export function stopWordsIn(words: Iterable<string>): (word: string) => boolean {
  stopWords ??= buildStopWords();
  const { languages, languagesOf } = stopWords;
  const scores = languages.map(() => 0);
  for (const word of words) {
    const having = languagesOf.get(word) ?? [];
    for (const language of having) scores[language]! += 1 / having.length;
  }
  const least = MIN_RELATIVE_SCORE * Math.max(...scores);
  const detected = languages.filter((_, language) => scores[language]! >= least);
  return (word) => detected.some((words) => words.has(word));
}

/** French elisions: the topic follows the apostrophe (`l'économie`). */
export const ELISIONS: ReadonlySet<string> = new Set('c d j l m n s t qu jusqu lorsqu puisqu quoiqu'.split(' '));
