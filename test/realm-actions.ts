import * as fc from 'fast-check'
import { agentProblems } from '../src/shared/agents/agent-problems.ts'
import { turnPolicies } from '../src/shared/realms/realms.ts'

/** The agents of made-up realms, by name. */
export const realmAgentNames = ['Ada', 'Bob', 'Cyd', 'Dot'] as const

/** What one of them is about. */
export const subjectsOf = (name: string) =>
  ({ Ada: 'light', Bob: 'bread baking', Cyd: 'baking', Dot: 'light' })[name] ?? ''

/** What happens next in a realm, by choices of which each realm makes its own. */
export const realmAction = fc.record({
  kind: fc.constantFrom('said', 'said', 'ends', 'ends', 'ends', 'go-on'),
  who: fc.nat(99),
  author: fc.constantFrom('ada', 'bob'),
  content: fc
    .array(
      fc.constantFrom('@Ada', '@Bob', '@Cyd', '@Dot', 'Ada', 'bob', 'light', 'bread', 'baking', 'and', 'so'),
      { minLength: 1, maxLength: 6 },
    )
    .map((words) => words.join(' ')),
  state: fc.constantFrom('finished', 'finished', 'finished', 'stopped', 'interrupted', 'failed'),
  trouble: fc.constantFrom(null, null, ...agentProblems),
  /** How much of what it was given an agent says. */
  share: fc.double({ min: 0, max: 1, noNaN: true }),
  /** Milliseconds after the one before. */
  later: fc.nat(20 * 60_000),
})
export type RealmAction = typeof realmAction extends fc.Arbitrary<infer Value> ? Value : never

/** By which rules agents speak there. */
export const realmRules = fc.record({
  policy: fc.constantFrom(...turnPolicies),
  agentTurns: fc.integer({ min: 1, max: 8 }),
  agentWords: fc.integer({ min: 100, max: 3_000 }),
  names: fc.uniqueArray(fc.constantFrom(...realmAgentNames), { maxLength: 4 }),
})
