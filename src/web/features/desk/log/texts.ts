import type { DeskAction, SuspensionScope } from '../../../../shared/trust/desk.ts'
import type { ReportedKind } from '../../../../shared/trust/reports.ts'
import { counted } from '../../../lib/counted.ts'

/** What an operator reads in the log of the desk. */

export const logTitle = 'Log of the desk'
export const logSummary = 'Every decision at the desk, in order.'
export const logIntro =
  'Every decision, newest first. Each row holds the hash of the row before it, so none can be changed or left out unseen.'
export const toDesk = 'Desk'
export const exportLog = 'Export'
export const logLoading = 'Loading the log'
export const logFailed = 'The log could not be loaded'
export const rows = (count: number) => counted(count, 'row')
export const logEmptyTitle = 'Nothing was decided yet.'
export const logEmpty = 'The first decision at the desk begins the log.'
export const chainChecking = 'Checking the hashes of these rows'
export const chainHolds = (count: number) =>
  count === 1
    ? 'The hash of this row is right.'
    : `The hashes of these ${rows(count)} are right, and follow each other.`
export const chainBroken = (number: number) =>
  `Row ${number} is not what its hash says, or a row before it is missing. Compare it with an export or a backup.`
export const chainUnknown = 'This browser can’t check the hashes here. It needs a secure address.'
export const hashOf = 'Hash'
export const somebody = 'somebody who has left'
export const anOperator = (name: string) => `Operator ${name}`
export const thing = (kind: string, name: string) => (name === '' ? kind : `${kind} “${name}”`)
export const theThing: Record<ReportedKind, string> = {
  agent: 'the agent',
  realm: 'the realm',
  realm_message: 'the message',
  shared_copy: 'the shared conversation',
  person: 'the profile',
  picture: 'the picture',
  rating: 'the rating',
}
export const sentences: Record<DeskAction, (who: string, what: string, whom: string) => string> = {
  nothing: (who, what) => `${who} looked at ${what} and found nothing wrong.`,
  unlist: (who, what) => `${who} took ${what} out of the lists.`,
  take_down: (who, what) => `${who} took ${what} down.`,
  put_back: (who, what) => `${who} put ${what} back.`,
  suspend: (who, _, whom) => `${who} suspended ${whom}.`,
  lift: (who, _, whom) => `${who} lifted the suspension of ${whom}.`,
  revoke_keys: (who, _, whom) => `${who} revoked the keys of ${whom}.`,
  object: (_, __, whom) => `${whom} objected.`,
  uphold: (who) => `${who} read the objection and left it as it was decided.`,
}
export const scopeInLog: Record<SuspensionScope, string> = {
  making: 'From making and changing',
  speaking: 'From writing',
  all: 'From making, changing and writing',
}
export const untilInLog = (scope: string, day: string) => `${scope}, until ${day}.`
export const endlessInLog = (scope: string) => `${scope}, without an end.`
export const aboutRow = (number: number) => `About row ${number}`
