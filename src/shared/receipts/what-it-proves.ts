import type { Check } from './checks.ts'
import type { Leaf } from './leaf.ts'

/** What a receipt whose checks these are proves, and what none can, in plain sentences. */
export function whatItProves(
  checks: readonly Check[],
  leaf: Leaf | null,
): { proves: string[]; not: string[] } {
  const failed = checks.filter(({ outcome }) => outcome === 'fails')
  const outcomeOf = (name: Check['name']) => checks.find((one) => one.name === name)?.outcome
  const isSound = failed.length === 0 && outcomeOf('signature') === 'holds' && leaf !== null
  const proves: string[] = []
  if (isSound) {
    const who = outcomeOf('key') === 'holds' ? leaf.place : `Whoever has the key that the file names`
    proves.push(
      `${who} signed that this reply was given by agent ${leaf.agent} on ${leaf.time.slice(0, 10)} at ${leaf.time.slice(11, 19)} UTC.`,
    )
    if (outcomeOf('texts') === 'holds')
      proves.push('The texts in the file are word for word the ones of then.')
    proves.push(
      leaf.previous === null
        ? 'It was noted as the first reply of its conversation.'
        : 'It was noted as following another reply of its conversation.',
    )
    if (outcomeOf('history') === 'holds')
      proves.push('Since the checkpoint that you kept, nothing before it was dropped, moved or changed.')
  }
  const not = [
    leaf?.model
      ? `Which mind answered. That it was “${leaf.model.asked}” is what the place says.`
      : 'Which mind answered.',
    'Who asked: no wallet is in it.',
    'That what was said is true.',
    'That everybody is shown the same record. Nobody else has signed it, and without a witness the place could show others another history.',
  ]
  return { proves, not }
}

/** One line for all checks. */
export function verdictOf(checks: readonly Check[]): 'holds' | 'fails' | 'unknown' {
  if (checks.some(({ outcome }) => outcome === 'fails')) return 'fails'
  const isOpen = checks.some(({ name, outcome }) => outcome === 'unknown' && name !== 'history')
  return isOpen ? 'unknown' : 'holds'
}
