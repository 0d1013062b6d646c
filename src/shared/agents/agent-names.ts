/** Speakers that models and chats know; an agent of such a name would speak as one of them. */
const roles =
  'system assistant user you creator owner developer tool human admin administrator moderator operator'

/** Each Latin letter with what looks like it, as far as the roles have it. */
const lookalikes =
  'aаɑαΑᴀ4@ cсϲᴄ dԁժ eеєε3ᴇ hһнΗհ liіιӏ1ıǀɩɪ|! mмμᴍ nηΝոпɴ oоο0օᴏ pрρᴘ rгʀ sѕ5$ꜱ tтτᴛ+ uυսᴜ vνѵᴠ wԝѡωᴡ yуүγΥʏ'
const latinOf = new Map(
  lookalikes.split(' ').flatMap((letters) => [...letters].map((letter) => [letter, letters.charAt(0)])),
)

/** A name as an eye takes it in: without what can't be seen, accents and signs, and look-alikes in one spelling. */
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

/** A sign such as `!` can stand for a letter, or at the end of a word. */
const readings = [/$^/, /[@|!$+]/g]
const reserved = new Set(roles.split(' ').map((role) => skeleton(role, /$^/)))

const isRole = (name: string) => readings.some((sign) => reserved.has(skeleton(name, sign)))

const four = '[\\p{L}\\p{N}]{4}'
/** After NFKC, which makes dots of an ellipsis and of wide ones. */
const dots = (space: string) => `${space}(?:(?:[.·•∙⋅・。‧]${space}){2,}|⋯${space})`
const shortAddress = new RegExp(
  `(?<![\\p{L}\\p{N}])${four}${dots('')}${four}(?![\\p{L}\\p{N}])|^\\P{L}*?${four}${dots('\\s*')}${four}\\P{L}*$`,
  'u',
)

/** What can't be seen, but for what joins letters and emoji. Direction marks are among it. */
const unseen = /(?!\u200c|\u200d|[\ufe00-\ufe0f])\p{Default_Ignorable_Code_Point}/u

/**
 * What is wrong with a name that an agent is to have, as a sentence; null for one that it may have. It may not pass for a
 * person, whom screens name by a short address (`J2xc..JVaf`), nor for the system, the assistant or the reader.
 */
export function agentNameProblem(name: string): string | null {
  if (unseen.test(name)) return 'Name has a character that can’t be seen. Type it again without it.'
  const plain = name.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  if (shortAddress.test(plain))
    return 'Name looks like a person’s address, such as J2xc..JVaf. Choose another.'
  if (isRole(name) || (/[:꞉ː∶]/.test(plain) && isRole(plain.split(/[:꞉ː∶]/)[0] ?? '')))
    return 'Name would be taken for somebody else, such as the system or the reader. Choose another.'
  return null
}
