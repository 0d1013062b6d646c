import type { NewAction } from './desk.ts'

/** What an action is taken on: a case, or a wallet without one. */
export type ActedOn = { case: string } | { person: string }

/**
 * The text of an action, whose SHA-256 an operator's wallet signs (`desk-act`). It has the same letters in the page and
 * on the server: keys in one order, words without the spaces around them that the server leaves out.
 */
export function deskActText(on: ActedOn, action: NewAction): string {
  const where = 'case' in on ? ['case', on.case.toLowerCase()] : ['person', on.person]
  const fields = Object.entries({ ...action, words: action.words.trim() })
  return JSON.stringify(['bionic desk', ...where, fields.sort(([one], [other]) => (one < other ? -1 : 1))])
}

/** Only `nothing` needs no signature: it changes nothing for anybody. */
export const needsSignature = ({ action }: Pick<NewAction, 'action'>): boolean => action !== 'nothing'
