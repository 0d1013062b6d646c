import { searchWords } from '../knowledge/passages/search-words.ts'

/** Longer stems are cut: what follows is an ending in most languages that have some. */
const STEM_LETTERS = 6

/** As `searchWords` cuts them. */
const LONGEST_WORD = 60

const accents = /[\u0300-\u036f]/g

/** The words of a text by which it is found again: without accents and without endings, in any script. */
export function recallWords(text: string): string[] {
  return wordsOf(text).map(stem)
}

/** Of letters without accents and of what is typed between them, which takes a fifth of the time to divide. */
const isPlain = /^[\t\n\r -~\u2010-\u2015\u2018-\u2026]*$/
const plainWord = /[a-z0-9]+/g

function wordsOf(text: string): string[] {
  if (isPlain.test(text))
    return (
      text
        .toLowerCase()
        .match(plainWord)
        ?.map((word) => word.slice(0, LONGEST_WORD)) ?? []
    )
  const words = searchWords(text)
  return words === '' ? [] : words.split(' ')
}

/** In characters and in words; they bound the cost of a question. */
const QUESTION_CHARACTERS = 2_000
const QUESTION_WORDS = 48

/** A follow-up of one word gets its subject from the question before; a whole question outweighs that one. */
const WEIGHT_OF_BEFORE = 0.8

export interface Term {
  word: string
  /** A word of the question is 1. */
  weight: number
}

/** @param before the question before, if this one may refer to it */
export function questionTerms(question: string, before = ''): Term[] {
  const own = [...askedWords(question)]
  const more = [...askedWords(before)].filter((word) => !own.includes(word))
  const weight = own.length === 0 ? 1 : WEIGHT_OF_BEFORE / own.length
  const terms = [
    ...own.map((word) => ({ word, weight: 1 })),
    ...longestFirst(more).map((word) => ({ word, weight })),
  ]
  return terms.slice(0, QUESTION_WORDS)
}

function askedWords(text: string): Set<string> {
  const words = wordsOf(text.slice(0, QUESTION_CHARACTERS))
  const isStopWord = stopWordsAmong(words)
  const telling = words.filter((word) => !isStopWord(word) && !isLetter.test(word) && !isKana.test(word))
  return new Set(longestFirst(telling.map(stem)))
}

/** Long words are rare on the whole, and which are rare here is not known yet. */
const longestFirst = (words: readonly string[]) =>
  words.toSorted((one, other) => other.length - one.length).slice(0, QUESTION_WORDS)

const isLetter = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]$/u
/** Two characters of Hiragana are a particle or an ending; nouns and stems are written otherwise. */
const isKana = /^\p{Script=Hiragana}+$/u
const isAscii = /^[a-z0-9]*$/
const startsWithLetter = /^\p{L}/u

function stem(word: string): string {
  const plain = isAscii.test(word) ? word : word.normalize('NFD').replace(accents, '').normalize('NFC')
  // A number has no endings.
  return startsWithLetter.test(plain) ? withoutEnding(plain).slice(0, STEM_LETTERS).toWellFormed() : plain
}

/** Plurals and the commonest verb endings. */
function withoutEnding(word: string): string {
  if (word.length < 4) return word
  const singular = withoutPlural(word)
  const verb = withoutVerbEnding(singular)
  const bare = verb.length > 3 && verb.endsWith('e') ? verb.slice(0, -1) : verb
  return bare.length > 3 && bare.endsWith('y') ? `${bare.slice(0, -1)}i` : bare
}

function withoutPlural(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (word.endsWith('sses')) return word.slice(0, -2)
  return word.endsWith('s') && !/(?:ss|us|is)$/.test(word) ? word.slice(0, -1) : word
}

function withoutVerbEnding(word: string): string {
  if (word.length > 4 && word.endsWith('ied')) return `${word.slice(0, -3)}y`
  const ending = ['ing', 'ed'].find((ending) => word.endsWith(ending))
  if (ending === undefined) return word
  const rest = word.slice(0, -ending.length)
  if (rest.length < 3 || !/[aeiouy]/.test(rest)) return word
  return /([bdfgmnprt])\1$/.test(rest) ? rest.slice(0, -1) : rest
}

/**
 * Words of questions that tell nothing of what is asked for. Only those of the question's own language are left out:
 * what is "the" in German dies in English.
 */
const stopWords = [
  `a about after all also am an and any are as at be because been before being but by can could did do does doing don for
  from had has have having he her hers him his how i if in into is it its just ll me more most my no nor not of off on
  once only or other our out over own re same she should so some such than that the their them then there these they this
  those through to too under until up ve very was we were what when where which while who whom whose why will with would
  you your yours tell remember said`,
  `aber alle als am an auch auf aus bei bin bist bis da das dass dein deine dem den der des die dir doch du ein eine einem
  einen einer eines er es für hab habe haben hat hatte hatten ich ihm ihr ihre im in ist kann kein keine mein meine meinem
  meinen meiner mich mir mit nach nicht noch nur oder ob sein seine sich sie sind so über um und uns unser vom von vor wann
  war waren warum was weißt welche welchem welchen welcher welches wem wen wenn wer werden wie wieso wir wird wo wohin woher
  wurde zu zum zur`,
  `ai as au aux avec ce ces cette comment dans de des du elle en es est et eu il ils je la le les leur lui ma mais me mes moi
  mon ne nos notre nous on ont ou où par pas pour pourquoi quand que quel quelle quelles quels qui quoi sa se ses son sont
  suis sur ta te tes toi ton tu un une vos votre vous était c d j l m n qu s t y à`,
  `a al como con cual cuál cuáles cuando cuándo cuanto cuánto de del dónde donde el ella en era eres es esa ese esta está
  este estoy fue ha hay he la las le les lo los me mi mis muy más no nos o para pero por porque qué que quien quién se ser si
  sin sobre soy su sus también te tu tus un una y ya yo`,
  `a ao aos as com como da das de do dos e ela ele em era essa esse esta está este eu foi há isso lhe mais mas me meu meus
  minha minhas na não nas no nos o onde os ou para pela pelo por porque qual quais quando quanto que quem se sem ser seu sou
  sua são também te tem teu tua um uma você`,
  `a ai al alla anche che chi ci col come con cosa da dal dalla de dei del della delle di dove e è era gli ha hai ho i il in
  io la le lo ma mi mia mie miei mio ne nel nella noi non o per perché più qual quale quali quando quanto quello questo se
  sei si sono su sua suo ti tra tu tua tuo un una uno`,
  `aan al als ben bij dan dat de deze die dit een en er had heb hebben heeft het hij hoe hun ik in is je jij jouw kan maar
  me met mij mijn na naar niet nog of om onder ons onze ook op over te tot uit van veel voor waar waarom wanneer waren was
  wat we welk welke wie wij worden wordt zijn zo`,
  `а без был была были было быть в вам вас во вот все всё где да для до его ее её если есть за и из или им их к как какая
  какие какой какое когда кто куда ли мне мой моя мои моё моего моей моих мы на над нам нас наш не него нет но о об он она
  они от откуда по почему при с сколько со так там то ты у уже что чего чей чем чём эта эти это этот я`,
  `了吗 什么 怎么 哪里 哪个 哪些 多少 我的 你的 他的 她的 的是 是什 么时 时候 为什 是我 我是 在哪 是谁`,
].map((words) => new Set(words.split(/\s+/)))

function stopWordsAmong(words: readonly string[]): (word: string) => boolean {
  const counts = stopWords.map((known) => words.filter((word) => known.has(word)).length)
  const most = Math.max(...counts)
  const known = most === 0 ? undefined : stopWords[counts.indexOf(most)]
  return (word) => known?.has(word) ?? false
}
