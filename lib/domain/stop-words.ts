/**
 * Words that carry grammar rather than a topic, lower-cased, in English, Spanish, German, French and
 * Portuguese. Only words of three letters or more: `topicsOf` drops shorter ones anyway. The language of a
 * text is not known, so all lists hold for every text; therefore a word that names a thing in another of
 * these languages is left out (German `war` and `hat`, French `car`, Spanish `sea`), unless it is among the
 * most frequent of all (`die`, `son`, `pour`). A missing word does little harm: what is always used does
 * not trend.
 */
const WORDS_BY_LANGUAGE: Record<'en' | 'es' | 'de' | 'fr' | 'pt', string> = {
  en: `about above across after again against all almost along already also although always among and
    another any anybody anyone anything are around ask away back because been before being below between
    both but came can cannot come could did does doing done down during each either else enough ever every
    everybody everyone everything few for from further gave get gets getting give given gives goes going
    gone got had has have having her here hers herself him himself his how however into its itself just
    keep kept know known last least less let lets like likely made make makes making many may maybe might
    mine more most much must myself near need needs neither never next nobody none nor not nothing now off
    often once one only onto other others our ours ourselves out over own per perhaps please put quite
    rather really said same saw say saying says see seen several shall she should since some somebody
    someone something sometimes soon still such take taken takes tell than that the their theirs them
    themselves then there therefore these they thing things this those though three through thus till
    together too took toward towards two under until upon use used very via want wants was way well went
    were what whatever when whenever where whether which while who whole whom whose why will with within
    without would yes yet you your yours yourself yourselves today tomorrow yesterday`,
  es: `ahora algo algún alguna algunas alguno algunos allí ante antes aquel aquella aquellas aquellos aquí
    así aun aún aunque bajo bastante bien cada casi como cómo con contra cual cuál cuales cualquier cuando
    cuándo cuanto cuánto cuya cuyo dar debe deben del demás dentro desde dicen dicho donde dónde dos
    durante ella ellas ello ellos entonces entre eran eres esa esas ese eso esos esta está ya están estaba
    estaban estado estamos estar estas estás este esto estos estoy fue fuera fueron fui gran hace hacen
    hacer hacia haber había habían han has hasta hay hemos hizo hoy igual incluso ido iba iban las les los
    luego mañana más mayor mejor menos mientras mis misma mismas mismo mismos mucha muchas mucho muchos
    muy nada nadie ninguna ninguno nos nosotras nosotros nuestra nuestras nuestro nuestros nunca otra
    otras otro otros para pero poca pocas poco pocos podemos poder podría porque por primero puede pueden
    pues que qué quien quién quienes quiere sean según ser será serán si sí sido siempre siendo sin sino
    sobre sois sólo somos son soy sus suya suyo tal también tampoco tan tanta tanto tenemos tener tengo
    tenía tiene tienen tienes toda todas todavía todo todos tras tres tus tuya tuyo una unas uno unos
    usted ustedes vamos van vez vosotros vuestra vuestro ayer`,
  de: `aber alle allem allen aller alles als also andere anderem anderen anderer anderes auch auf aus bei
    beim bereits bevor bin bis bist bloß dabei dadurch dafür dagegen daher damals damit danach daneben
    dann daran darauf daraus darf darin darüber darum darunter das dass daß davon davor dazu dein deine
    deinem deinen deiner dem den denen denn dennoch der deren des deshalb dessen desto deswegen dich die
    dies diese diesem diesen dieser dieses dir doch dort drei durch dürfen eben ebenso eher eigentlich ein
    eine einem einen einer eines einfach einige einigen einiger einmal erst etwa etwas euch euer eure
    eurem euren eurer für ganz gar gegen gehabt genau geht gemacht gerade gern getan gewesen geworden gibt
    habe haben habt hatte hatten hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer immer indem
    ist jede jedem jeden jeder jedes jedoch jemand jene jenem jenen jener jenes jetzt kann kannst kein
    keine keinem keinen keiner können könnte könnten machen macht man manche manchem manchen mancher mehr
    mein meine meinem meinen meiner mich mir mit möchte mögen morgen muss müssen musste nach nachdem
    nächste neben nicht nichts nie niemand noch nun nur oder ohne schon sehr sei seid sein seine seinem
    seinen seiner seit selber selbst sich sie sind sogar solche solchem solchen solcher soll sollen sollte
    sollten sondern sonst sowie später über überhaupt und uns unser unsere unserem unseren unserer unter
    viel viele vielen vieler vielleicht vom von vor waren warst warum was weder weg weil weiter welche
    welchem welchen welcher welches wenig wenn wer werde werden werdet wessen wie wieder will wir wird
    wirklich wirst wohl wollen wollte worden wurde wurden würde würden zum zur zurück zusammen zwar zwei
    zwischen heute gestern`,
  fr: `afin ailleurs ainsi alors après assez aucun aucune aujourd'hui auprès auquel aura aurait aussi
    autant autour autre autres aux auxquelles auxquels avaient avais avait avant avec avez avoir avons
    ayant beaucoup bien bon ceci cela celle celles celui cependant certain certaine certaines certains ces
    cet cette ceux chacun chacune chaque chez combien comme comment contre dans davantage dehors déjà
    demain depuis derrière des dès désormais dessous dessus deux devant devrait dire dit doit doivent donc
    dont duquel durant elle elles encore enfin ensuite entre envers est étaient étais était étant être eux
    faire fait faites faut fois font furent fut grâce hier hors ici ils jamais jusque laquelle les lequel
    lequels lesquelles lesquels leur leurs loin lorsque lui mais malgré même mêmes mes mien mieux moi
    moins mon non nos notre nôtre nous nouveau nul ont où ou par parce parfois parmi partout pas pendant
    peu peut peuvent peux plupart plus plusieurs plutôt pour pourquoi pourrait pouvoir près presque puis
    puisque quand quel quelle quelles quelque quelques quels qui quoi quoique rien sans sauf selon sera
    serait seront ses seul seule seulement sien sinon soi soit sommes son sont sous souvent suis sur
    surtout tandis tant tel telle telles tellement tels tes toi ton toujours tous tout toute toutes très
    trois trop une vers veut veux voici voilà voir vont vos votre vôtre vous vraiment été`,
  pt: `acerca agora ainda algo alguém algum alguma algumas alguns ali além ambos ante antes aos apenas
    apesar após aquela aquelas aquele aqueles aqui aquilo assim até atrás através bem cada com como contra
    contudo coisa cujo cuja dão daquela daquele das dela delas dele deles dentro depois desde dessa dessas
    desse desses desta destas deste destes deve devem disso disto dizer dois dos duas durante ela elas ele
    eles embora enquanto entanto então entre eram essa essas esse esses esta está estão estamos estar
    estas estava estavam este estes estou faz fazem fazer feito foi fomos for fora foram fosse fui havia
    hoje isso isto já lhe lhes mais mas mesma mesmas mesmo mesmos meu meus minha minhas muita muitas muito
    muitos nada não nas nela nele nem nenhum nenhuma nessa nesse nesta neste ninguém nos nós nossa nossas
    nosso nossos num numa nunca onde ontem outra outras outro outros para pela pelas pelo pelos perante
    pode podem pois por porém porque porquê pouca pouco poucos pra primeiro própria próprio quais qual
    qualquer quando quanto quase que quê quem quer são seja sejam sem sempre sendo ser será serão seu seus
    sido sim sob sobre somente somos sou sua suas talvez também tanta tanto tão tem têm temos tenho ter
    terá teve tinha tinham toda todas todavia todo todos três tua tuas tudo uma umas uns vai vamos vão vez
    vezes você vocês vos amanhã`,
};

/** All stop words of all languages: see above. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  Object.values(WORDS_BY_LANGUAGE).flatMap((words) => words.split(/\s+/)),
);

/** What French sets before an apostrophe: the word that counts comes after it (`l'économie`). */
export const ELISIONS: ReadonlySet<string> = new Set(
  'c d j l m n s t qu jusqu lorsqu puisqu quoiqu'.split(' '),
);
