import { CRISIS_PATH } from '../../../shared/trust/disclosure.ts'
import type { ReplyRequest } from './reply-request.ts'

/** What people write who may be in danger of their own hand, in the most common languages; ` / ` separates phrases. */
const phrases = [
  'kill(?:ing)? my ?self / end(?:ing)? my (?:own )?life / tak(?:e|ing) my (?:own )?life / want to die / wanna die',
  'suicidal / commit(?:ting)? suicide / suicide (?:method|plan|note)s? / (?:hurt|harm|cut)(?:ting|ing)? my ?self',
  "don[’']?t want to (?:live|be alive)(?: any ?more)? / better off dead / no reason to (?:live|go on living)",
  'mich umbringen / bring(?:e)? mich um / mir das leben nehmen / nicht mehr leben / will sterben / selbstmord begehen / mich ritzen',
  'suicidarme / quitarme la vida / matarme / quiero morir(?:me)? / no quiero vivir / hacerme daño',
  'me suicider / me tuer / mettre fin à mes jours / envie de mourir / veux mourir / plus envie de vivre',
  'suicidarmi / uccidermi / togliermi la vita / voglio morire / farla finita',
  'me matar / tirar minha (?:própria )?vida / quero morrer / não quero (?:mais )?viver',
  'покончить с собой / убить себя / хочу умереть / не хочу (?:больше )?жить / суицид',
  'kendimi öldür\\p{L}* / intihar et\\p{L}* / ölmek istiyorum / zabić się / chcę umrzeć / popełnić samobójstwo',
  'zelfmoord plegen / wil (?:niet meer leven|dood) / أريد أن أموت / أقتل نفسي / الانتحار / आत्महत्या / मरना चाहत\\p{L}*',
]
  .join(' / ')
  .split(' / ')

/** These scripts have no spaces between words. */
const unspaced = [
  '自杀',
  '想死',
  '不想活',
  '結束生命',
  '自殺',
  '死にたい',
  '消えたい',
  '자살',
  '죽고 ?싶',
  '목숨을 끊',
]

const sounds = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${phrases.join('|')})(?![\\p{L}\\p{M}\\p{N}])|${unspaced.join('|')}`,
  'iu',
)

/** Longer texts are material, such as a book or a log, rather than somebody's own words. */
const OWN_WORDS = 2_000

/** Whether somebody may be in danger of their own hand. A film that is called so is a harmless mistake: it adds a line. */
export function soundsLikeCrisis(text: string): boolean {
  return text.length <= OWN_WORDS && sounds.test(text.normalize('NFC'))
}

/** Whether an answer is followed by where help is. What programs want in a form of their own stays as the model wrote it. */
export const needsHelp = ({ text, offered, post, turn, stop }: ReplyRequest): boolean =>
  !offered && !post && !turn && !stop?.length && soundsLikeCrisis(text)

/**
 * Stands under such an answer, whichever agent gave it. An agent's text can link to no page by its path, so the page is
 * named by its whole address where the server knows it.
 */
export function crisisRemark(publicUrl: string | undefined): string {
  const page =
    publicUrl === undefined ? `the page ${CRISIS_PATH} of this place` : new URL(CRISIS_PATH, publicUrl).href
  return `*If you are in danger or think of hurting yourself, you don’t have to be alone with it. If it is urgent, call your emergency number. People who listen at any hour, with their numbers: ${page}*`
}
