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
    proves.push(`${who} signed that this reply was given by agent ${leaf.agent} at ${leaf.time}.`)
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
      ? `It does not prove which mind answered: that it was “${leaf.model.asked}” is what the place says.`
      : 'It does not prove which mind answered.',
    'It does not prove who asked: no wallet is in it.',
    'It does not prove that what was said is true.',
    'Nobody else has signed it. Without a witness, the place could show others another history.',
  ]
  return { proves, not }
}

/** One line for all checks. */
export function verdictOf(checks: readonly Check[]): 'holds' | 'fails' | 'unknown' {
  if (checks.some(({ outcome }) => outcome === 'fails')) return 'fails'
  const isOpen = checks.some(({ name, outcome }) => outcome === 'unknown' && name !== 'history')
  return isOpen ? 'unknown' : 'holds'
}
