import type { Check, Outcome } from '../../shared/receipts/checks.ts'

export const checks: Record<Check['name'], string> = {
  texts: 'The texts are the ones that were noted',
  inclusion: 'The note is in the record',
  signature: 'The record is signed',
  key: 'The key is the place’s',
  history: 'The record was not rewritten',
}

export const outcomes: Record<Outcome, string> = { holds: 'Holds', fails: 'Fails', unknown: 'Not known' }

export const verdicts: Record<Outcome, string> = {
  holds: 'This receipt holds.',
  fails: 'This receipt does not hold.',
  unknown: 'Nothing speaks against this receipt, but not all could be checked.',
}

export const proves = 'What it proves'
export const provesNothing = 'Nothing, as it is.'
export const doesNot = 'What it does not prove'
export const said = 'What is in the receipt'
export const question = 'Question'
export const reply = 'Reply'
export const keptBack = 'Not shown in this file.'
export const noReceipt = 'This file is no receipt.'
export const tooLarge = 'This file is too large for a receipt.'
export const noKey = 'This is no key. It looks like name+0123abcd+AQ… and is one line.'
export const noCheckpoint = 'This file is neither a checkpoint nor a receipt.'
