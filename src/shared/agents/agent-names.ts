/** An agent with a speaker's name could be mistaken for that speaker. */
const roles =
  'system assistant user you creator owner developer tool human admin administrator moderator operator'

/** A Latin letter before its look-alikes, only for letters that occur in the roles. */
const lookalikes =
  'aаɑαΑᴀ4@ cсϲᴄ dԁժ eеєε3ᴇ hһнΗհ liіιӏ1ıǀɩɪ|! mмμᴍ nηΝոпɴ oоο0օᴏ pрρᴘ rгʀ sѕ5$ꜱ tтτᴛ+ uυսᴜ vνѵᴠ wԝѡωᴡ yуүγΥʏ'
const latinOf = new Map(
  lookalikes.split(' ').flatMap((letters) => [...letters].map((letter) => [letter, letters.charAt(0)])),
)

/** Reduces a name to what a reader sees. */
function skeleton(name: string, sign: RegExp): string {
  const letters = [...name.normalize('NFKD').replace(sign, '')].map(
    (letter) => latinOf.get(letter) ?? latinOf.get(letter.toLowerCase()) ?? letter.toLowerCase(),
  )
  return letters
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}

/** A sign such as `!` can stand for a letter or merely end a word, so a name is checked in both readings. */
const readings = [/$^/, /[@|!$+]/g]
const reserved = new Set(roles.split(' ').map((role) => skeleton(role, /$^/)))

const isRole = (name: string) => readings.some((sign) => reserved.has(skeleton(name, sign)))

const four = '[\\p{L}\\p{N}]{4}'
/** Applied after NFKC, which turns an ellipsis and full-width dots into plain dots. */
const dots = (space: string) => `${space}(?:(?:[.·•∙⋅・。‧]${space}){2,}|⋯${space})`
const shortAddress = new RegExp(
  `(?<![\\p{L}\\p{N}])${four}${dots('')}${four}(?![\\p{L}\\p{N}])|^\\P{L}*?${four}${dots('\\s*')}${four}\\P{L}*$`,
  'u',
)

/** Direction marks are included; what joins letters and emoji is not. */
const unseen = /(?!\u200c|\u200d|[\ufe00-\ufe0f])\p{Default_Ignorable_Code_Point}/u

/** Flags of England, Scotland and Wales: the only emoji that are spelled with letters which aren’t seen. */
const spelledFlags =
  /\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}/gu

/** Null if allowed. A name must not look like a short address (`J2xc..JVaf`), the system or the reader. */
export function agentNameProblem(name: string): string | null {
  if (unseen.test(name.replace(spelledFlags, '')))
    return 'Name has a character that can’t be seen. Type it again without it.'
  const plain = name.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  if (shortAddress.test(plain))
    return 'Name looks like a person’s address, such as J2xc..JVaf. Choose another.'
  if (isRole(name) || (/[:꞉ː∶]/.test(plain) && isRole(plain.split(/[:꞉ː∶]/)[0] ?? '')))
    return 'Name would be taken for somebody else, such as the system or the reader. Choose another.'
  return null
}
