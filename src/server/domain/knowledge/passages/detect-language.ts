/** Only languages with a stemmer in PostgreSQL. For a whole document words are as reliable as letter statistics. */
const frequentWords = {
  ca: ['els', 'amb', 'una', 'dels', 'les', 'és', 'aquest', 'pel', 'són', 'però', 'més', 'també', 'seva'],
  da: ['og', 'det', 'ikke', 'af', 'til', 'en', 'jeg', 'blev', 'også', 'hvor', 'efter', 'meget', 'mellem'],
  de: [
    'der',
    'die',
    'und',
    'das',
    'ist',
    'nicht',
    'ein',
    'eine',
    'mit',
    'auf',
    'für',
    'den',
    'von',
    'werden',
  ],
  en: ['the', 'of', 'and', 'to', 'in', 'is', 'that', 'it', 'was', 'for', 'with', 'are', 'this', 'which'],
  es: ['el', 'los', 'que', 'una', 'las', 'por', 'con', 'para', 'del', 'más', 'como', 'pero', 'está', 'y'],
  et: ['ja', 'ei', 'on', 'see', 'oli', 'kui', 'mis', 'aga', 'ning', 'ka', 'selle', 'oma', 'olid'],
  eu: ['eta', 'da', 'bat', 'ez', 'dira', 'zen', 'baina', 'izan', 'dago', 'egin', 'horrek', 'dute'],
  fi: ['ja', 'on', 'ei', 'että', 'se', 'oli', 'mutta', 'hän', 'kun', 'myös', 'ovat', 'joka', 'sitä'],
  fr: [
    'le',
    'les',
    'des',
    'une',
    'est',
    'et',
    'que',
    'dans',
    'pour',
    'qui',
    'du',
    'pas',
    'sur',
    'avec',
    'au',
  ],
  ga: ['agus', 'an', 'na', 'ar', 'go', 'bhí', 'atá', 'leis', 'tá', 'sé', 'ach', 'dá', 'seo'],
  hu: ['az', 'és', 'hogy', 'nem', 'egy', 'is', 'volt', 'meg', 'mint', 'csak', 'ez', 'vagy', 'már'],
  id: [
    'yang',
    'dan',
    'di',
    'dengan',
    'untuk',
    'pada',
    'ini',
    'itu',
    'dari',
    'adalah',
    'tidak',
    'dalam',
    'oleh',
  ],
  it: ['il', 'di', 'che', 'una', 'per', 'del', 'gli', 'della', 'sono', 'con', 'non', 'più', 'nel', 'anche'],
  lt: ['ir', 'yra', 'kad', 'bet', 'buvo', 'iš', 'tai', 'su', 'kaip', 'per', 'apie', 'jų', 'nuo'],
  nl: ['de', 'het', 'een', 'van', 'en', 'niet', 'dat', 'op', 'zijn', 'voor', 'met', 'aan', 'ook', 'wordt'],
  no: ['og', 'det', 'ikke', 'av', 'til', 'jeg', 'ble', 'også', 'etter', 'mellom', 'være', 'hadde', 'noe'],
  pt: ['o', 'os', 'que', 'uma', 'não', 'para', 'com', 'do', 'da', 'em', 'mais', 'são', 'também', 'pelo'],
  ro: ['și', 'în', 'nu', 'este', 'care', 'cu', 'din', 'pe', 'sunt', 'mai', 'fost', 'pentru', 'sau', 'că'],
  sv: [
    'och',
    'att',
    'det',
    'som',
    'inte',
    'av',
    'är',
    'jag',
    'för',
    'efter',
    'mellan',
    'också',
    'vara',
    'till',
  ],
  tr: [
    've',
    'bir',
    'bu',
    'için',
    'ile',
    'olarak',
    'da',
    'de',
    'çok',
    'daha',
    'gibi',
    'olan',
    'değil',
    'kadar',
  ],
  ru: ['и', 'в', 'не', 'на', 'что', 'он', 'как', 'по', 'это', 'из', 'было', 'для', 'был', 'или', 'его'],
  sr: ['и', 'је', 'у', 'да', 'се', 'на', 'су', 'од', 'за', 'као', 'који', 'није', 'би', 'али', 'што'],
} as const

/** Identified by their script alone. */
const scripts: readonly [language: string, script: RegExp][] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
  ['hy', /\p{Script=Armenian}/gu],
  ['ta', /\p{Script=Tamil}/gu],
  ['zh', /\p{Script=Han}/gu],
]

const searchConfigs: Readonly<Record<string, string>> = {
  ar: 'arabic',
  ca: 'catalan',
  da: 'danish',
  de: 'german',
  el: 'greek',
  en: 'english',
  es: 'spanish',
  et: 'estonian',
  eu: 'basque',
  fi: 'finnish',
  fr: 'french',
  ga: 'irish',
  hi: 'hindi',
  hu: 'hungarian',
  hy: 'armenian',
  id: 'indonesian',
  it: 'italian',
  lt: 'lithuanian',
  nl: 'dutch',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sr: 'serbian',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
}

/** PostgreSQL's text search configuration, or `simple`, which does no stemming. */
export function searchConfigOf(language: string | null): string {
  return searchConfigs[language ?? ''] ?? 'simple'
}

/** Half of Japanese is Han. */
const SCRIPT_SHARE = 0.2

/** In prose the share is a quarter or more. */
const WORD_SHARE = 0.05

/** An ISO 639-1 code; null if it is unknown. */
export function detectLanguage(text: string): string | null {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  if (letters === 0) return null
  for (const [language, script] of scripts)
    if ((text.match(script)?.length ?? 0) / letters > SCRIPT_SHARE) return language
  const words = text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  const ranked = Object.entries(frequentWords)
    .map(([language, frequent]) => ({
      language,
      different: frequent.filter((word) => counts.has(word)).length,
      share: frequent.reduce((sum, word) => sum + (counts.get(word) ?? 0), 0) / words.length,
    }))
    // A single word can belong to any language.
    .filter(({ different, share }) => different > 1 && share > WORD_SHARE)
    .sort((one, other) => other.share - one.share)
  return ranked[0]?.language ?? null
}

/** Words of questions, and of what people say of themselves, in languages whose words above are rare in these. */
const wordsOfPeople: Readonly<Record<string, string>> = {
  da: 'jeg min mit mine mig har er hvad hvem hvordan hedder',
  de: 'ich mein meine meinen meiner meinem mir mich habe bin im am was wie wo wer wann welche heißt',
  en: 'i my me am have do does what where who when how',
  es: 'mi mis me yo soy tengo es en qué cuál cómo dónde quién cuándo',
  fr: 'je mon ma mes moi suis ai quel quelle comment où quand quoi',
  it: 'io mio mia miei mi ho sono è cosa come dove chi quando quale',
  nl: 'ik mijn mij heb ben is wat hoe waar wie wanneer heet',
  pt: 'eu meu minha meus minhas sou tenho é qual como onde quem quando',
  ru: 'я мой моя моё мои мою мне меня у как где кто когда какой',
  sr: 'ја мој моја моје моју сам имам шта како где ко када',
  sv: 'jag min mitt mina mig har är vad hur var vem när heter',
  tr: 'ben benim bana ne nerede kim nasıl kaç hangi adı',
}

const cyrillic = /\p{Script=Cyrillic}/gu

/**
 * For texts of a few words, of which `detectLanguage` knows nothing: a wrong guess has to cost little. The language that
 * most words belong to; of several none, except in Cyrillic, where Russian is the likely one.
 */
export function guessLanguage(text: string): string | null {
  const words = text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []
  const ranked = Object.entries(frequentWords)
    .map(([language, frequent]) => {
      const known = new Set<string>([...frequent, ...(wordsOfPeople[language] ?? '').split(' ')])
      return { language, found: words.filter((word) => known.has(word)).length }
    })
    .sort((one, other) => other.found - one.found)
  const [first, second] = ranked
  if (first && second && first.found > second.found) return first.language
  return (text.match(cyrillic)?.length ?? 0) > 0 ? 'ru' : null
}
