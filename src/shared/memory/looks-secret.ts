import { isSolanaAddress } from '../session/base58.ts'

/**
 * Whether a text looks like it contains a key, a password or a seed phrase. It goes by shapes alone, so that it is the
 * same for everybody; a false alarm costs the person a sentence, a miss would be told to a model again and again.
 */
export function looksSecret(text: string): boolean {
  return (
    shapes.some((shape) => shape.test(text)) ||
    namesSecret(text) ||
    hasSeedPhrase(text) ||
    text.split(/[\s"'`,;()<>“”„«»]+/).some(looksRandom)
  )
}

const shapes = [
  /-----BEGIN [A-Z ]*PRIVATE KEY/,
  /(?<![\p{L}\p{N}])(?:[spr]k[-_]|gh[opsur]_|github_pat_|xox[a-z]-|glpat-|hf_|npm_|whsec_|dop_v1_|ya29\.|SG\.)[-\w.]{12,}/u,
  /\b(?:AKIA|ASIA)[A-Z0-9]{12,}|\bAIza[-\w]{20,}|\beyJ[-\w]{10,}\.[-\w]+/,
]

const PASSWORDS =
  'pass ?word|passwd|pass ?phrase|passcode|pwd|passwort|kennwort|contraseña|clave|mot de passe|senha|wachtwoord|lösenord|hasło|parola|şifre|пароль|كلمة السر|كلمة المرور|סיסמה|पासवर्ड'
const CODES =
  'pin(?:[ -]?(?:code|nummer|number))?|(?:security|access|door|entry|recovery|backup) code|cvv|cvc|secret(?: key)?|api[ _-]?key|access[ _-]?key|private key|(?:access |auth |api |bearer )?token|geheimzahl|zugangscode|code pin'
const LINKS =
  '\\s+(?:is|are|was|ist|lautet|war|es|est|é|è|to|jest|är|это|है)\\s+|\\s*(?:[:=：＝—–]|\\s-\\s)\\s*|\\s+هي\\s+'
const FOR = '(?:\\s(?:for|of|to|at|on|für|von|zu|para|de|pour|do|от|для)\\s[^.;:=]{1,40}?)?'

const named = (words: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])${FOR}(?:${LINKS})(\\S+)(.*)`, 'iu')
const password = named(PASSWORDS)
const code = named(CODES)
/** Without spaces between words. */
const passwordWithoutSpaces =
  /(?:密码|密碼|パスワード|비밀번호)[\p{L}\s]{0,4}?(?:是|为|為|は|:|：|=|는|은)?\s*[!-~]{4,}/u

/** A password can be any word that ends its clause; a code has a digit. */
function namesSecret(text: string): boolean {
  const [, word = '', rest = ''] = password.exec(text) ?? []
  const bare = word.replace(/[.,;!?)]+$/, '')
  const isAny = word !== '' && (bare !== word || rest.trim() === '')
  const [, value = ''] = code.exec(text) ?? []
  return (
    passwordWithoutSpaces.test(text) ||
    (bare.length >= 3 && (isAny || !/^\p{L}[\p{L}\p{M}’'-]*$/u.test(bare))) ||
    (/\d/.test(value) && value.length >= 3)
  )
}

/** Twelve words or more, as wallets give them: short, in small letters, without those that every sentence has. */
const seedPhrase = /(?<![\p{L}\p{N}])(?:[a-z]{3,8}\s+){11}[a-z]{3,8}(?![\p{L}\p{N}])/gu
const inSentences =
  /\b(?:the|and|for|are|was|not|but|his|her|she|has|had|from|les|des|une|und|der|die|das|los|las)\b/

function hasSeedPhrase(text: string): boolean {
  return Array.from(text.matchAll(seedPhrase)).some(([words]) => !inSentences.test(words))
}

/** Addresses of pages and of wallets are public, and a UUID is the name of a thing. */
const isPublic = (word: string) =>
  /^(?:https?:|www\.|[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:\/|$))/i.test(word) ||
  /^0x[\da-f]{40}$/i.test(word) ||
  /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(word) ||
  isSolanaAddress(word)

/** Letters and digits mixed, too long and too varied to be said. */
function looksRandom(given: string): boolean {
  const word = given.replace(/^[.:]+|[.:!?]+$/g, '')
  if (word.length < 20 || !/^[\w+/=.~-]+$/.test(word) || !/\d/.test(word) || isPublic(word)) return false
  const characters = word.replace(/[^a-z\d]/gi, '')
  if (!/[a-z]/i.test(characters) || new Set(characters).size < 10) return false
  const turns = characters.match(/\d(?=[a-z])|[a-z](?=\d)/gi)?.length ?? 0
  const inWords = characters.match(/[a-z]{4,}/g)?.join('').length ?? 0
  const isMixed = /[a-z]/.test(characters) && /[A-Z]/.test(characters)
  return turns >= 4 || (isMixed && inWords < characters.length * 0.35)
}
