import { limits } from '../../../shared/common/limits.ts'
import { Failure } from '../failure.ts'

/** Returns the result of a change. @throws {Failure} `conflict` if the agent can't have its handle */
export function withHandle<Outcome>(outcome: Outcome): Exclude<Outcome, 'handle taken' | 'too many handles'> {
  if (outcome === 'handle taken')
    throw new Failure('conflict', 'This handle is taken. Choose another.', {
      errors: { handle: 'This handle is taken.' },
    })
  if (outcome === 'too many handles')
    throw new Failure(
      'conflict',
      `An agent keeps its earlier handles, up to ${limits.handlesOfAgent}. Go back to one of them.`,
      { errors: { handle: `This agent has had ${limits.handlesOfAgent} handles. Go back to one of them.` } },
    )
  return outcome as Exclude<Outcome, 'handle taken' | 'too many handles'>
}

/** Returns the result of a change. @throws {Failure} `conflict` if it was based on an older version */
export function settled<Outcome>(outcome: Outcome): Exclude<Outcome, 'outdated'> {
  if (outcome === 'outdated')
    throw new Failure(
      'conflict',
      'The agent has changed since you opened it. Look at its current state before you save.',
    )
  return outcome as Exclude<Outcome, 'outdated'>
}
