/**
 * Words that say little of what a fact is about, and those with which a model begins to speak of a person. Words of
 * liking are none: they are what a fact says.
 */
export const functionWords: ReadonlySet<string> = new Set(
  [
    // English
    'a an the this that these those and or but so if then than as at by for from in into of off on onto out over to',
    'up with about i me my mine myself you your he him his she her hers it its we us our they them their theirs who',
    'am is are was were be been being do does did done have has had having will would can could shall should may',
    'might must just also very really too there here when where which what user person people human name named called',
    'says said speaker they re ve ll im ive id lives works',
    // German
    'der die das den dem des ein eine einen einem einer eines und oder aber wenn als wie am im an auf aus bei für mit',
    'nach von vor zu zum zur über unter ich mich mir mein meine meinen meinem meiner du dich dir dein deine er ihn ihm',
    'sie ihr ihre ihren sein seine seinen es wir uns unser unsere bin ist sind war waren bist hat habe haben hatte wird',
    'werden kann auch sehr dass nutzer nutzerin benutzer person heißt heisst heiße heisse lebt arbeitet wohnt',
    // French
    'le la les un une des du de et ou mais si dans sur sous par pour avec sans en au aux je me moi mon ma mes tu te ton',
    'ta tes il elle lui son sa ses nous notre nos vous votre vos ils elles leur leurs est suis es sont être était ai as',
    'avons ont avoir que qui utilisateur utilisatrice personne appelle',
    // Spanish, Italian, Portuguese
    'el los las una unos unas y o pero si en por para con sin al del yo mi mis tú tu tus su sus nosotros ellos ellas es',
    'soy eres son está estoy ser he ha han tiene tengo que usuario usuaria persona llama llamo',
    'lo gli i e ma se nel nella di da per con io mio mia miei lui lei suo sua sono è ho hai utente chiama chiamo',
    'os as uma umas e mas se em no na do da dos das com eu meu minha ele ela seu sua sou são foi tem tenho usuário',
    // Dutch
    'de het een en of maar als in op van voor met naar ik mij mijn jij je hij zij haar zijn wij ons is ben heeft heb',
    'gebruiker persoon heet',
    // Russian
    'и а но или в во на с со к ко у о об от до за из для по я меня мне мой моя мое мои мою ты он она его ее её ему ей',
    'мы нас они их это есть был была были пользователь человек зовут',
    // Chinese, Japanese and Korean
    '的 了 是 在 有 和 我 你 他 她 它 们 我们 他们 对 把 被 也 很 用户 人 叫 私 僕 彼 彼女 名前',
    '사용자 저 저는 나 나는 내 제 있다 있어요 있습니다 이다 입니다 이에요 예요',
  ].flatMap((line) => line.split(' ')),
)

const negations: ReadonlySet<string> = new Set(
  [
    'not no never none nobody nothing neither nor without cannot dont doesnt didnt isnt arent wasnt cant wont',
    'nicht kein keine keinen keinem keiner keines nie niemals ohne',
    'ne pas jamais aucun aucune rien sans',
    'nunca jamás ningún ninguno ninguna nada sin',
    'non mai nessun nessuna niente senza',
    'não nunca nenhum nenhuma sem',
    'niet geen nooit zonder',
    'не нет никогда ни без',
  ].flatMap((line) => line.split(' ')),
)

const NEGATIVE_PARTS = /\p{L}n['’]t\b|\bn['’]\p{L}|[不没沒無无]|ない|ません|なかった|않|안\s|없/u

export const isNegation = (word: string): boolean => negations.has(word)

/** @param text in lower case */
export function isNegative(text: string, words: Iterable<string>): boolean {
  if (NEGATIVE_PARTS.test(text)) return true
  for (const word of words) if (isNegation(word)) return true
  return false
}

const counted = [
  'two zwei deux dos due dois twee два две',
  'three drei trois tres tre três drie три',
  'four vier quatre cuatro quattro quatro четыре',
  'five fünf cinq cinco cinque vijf пять',
  'six sechs seis sei zes шесть',
  'seven sieben sept siete sette sete zeven семь',
  'eight acht huit ocho otto oito восемь',
  'nine neun neuf nueve nove negen девять',
  'ten zehn dix diez dieci dez tien десять',
  'eleven elf onze once undici одиннадцать',
  'twelve zwölf douze doce dodici doze twaalf двенадцать',
]

/** Number words and what they count. */
export const numberWords: ReadonlyMap<string, string> = new Map(
  counted.flatMap((words, index) => words.split(' ').map((word) => [word, String(index + 2)] as const)),
)
