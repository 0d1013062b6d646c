import { shortAddress } from '../../../../shared/text/short-address.ts'
import type { ShownLogRow } from '../../../../shared/trust/desk.ts'
import * as texts from './texts.ts'

/** Isolated, so that a name of another direction does not turn the sentence around it. */
const isolated = (text: string) => (text === '' ? '' : `\u2068${text}\u2069`)

const shortOf = (address: string) => (address.length > 12 ? shortAddress(address) : address)

/** A row of the log as one sentence. Whoever has left is somebody. */
export function logSentence(
  row: Pick<ShownLogRow, 'action' | 'kind' | 'title' | 'operator' | 'person'>,
): string {
  const who = texts.anOperator(shortOf(row.operator))
  const what = texts.thing(row.kind ? texts.theThing[row.kind] : '', isolated(row.title))
  const whom = row.person ? shortOf(row.person) : texts.somebody
  const sentence = texts.sentences[row.action](who, what.trim(), whom)
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

/** What a suspension is from, and until when; empty for everything else. @param day formats a time */
export function suspensionTerms(
  { scope, until }: Pick<ShownLogRow, 'scope' | 'until'>,
  day: (at: string) => string,
): string {
  if (scope === null) return ''
  const from = texts.scopeInLog[scope]
  return until === null ? texts.endlessInLog(from) : texts.untilInLog(from, day(until))
}
