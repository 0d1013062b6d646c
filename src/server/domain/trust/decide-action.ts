import type { NewAction } from '../../../shared/trust/desk.ts'
import type { ModerationState } from '../../../shared/trust/moderation.ts'
import type { StoredCase } from '../../db/trust/desk-cases.ts'
import type { OpenObjection } from '../../db/trust/objections.ts'
import type { Suspension } from '../../db/trust/suspensions.ts'
import { Failure } from '../failure.ts'
import { mayAnswer } from './may-answer.ts'

/** What is known of a case when an operator acts on it. */
export interface CaseFacts {
  case: Pick<StoredCase, 'kind' | 'subject' | 'maker' | 'state' | 'standing'>
  operator: string
  operators: readonly string[]
  /** Unanswered, oldest first. */
  objections: readonly Pick<OpenObjection, 'about' | 'action' | 'operator'>[]
  /** Of the maker, as far as they hold. */
  suspensions: readonly Pick<Suspension, 'number'>[]
  /** Unanswered ones to these suspensions, from whichever case each came. */
  toSuspensions: readonly Pick<OpenObjection, 'about' | 'operator'>[]
  /** The number of the action by which it stands as it does. */
  standsBy: number | null
}

/** What an action does. */
export interface Decision {
  standing: ModerationState | null
  /** The action that it answers or undoes. */
  about: number | null
  suspends: boolean
  /** The number of a suspension that it ends. */
  ends: number | null
  revokes: boolean
  /** What waits afterwards: an open case stays open only where a suspension alone is lifted. */
  leavesOpen: boolean
  /** What whoever reported it hears. */
  outcome: 'nothing' | 'acted' | 'put_back' | null
}

/**
 * Whether an operator may do this to a case as it is, and what it does; it stores nothing.
 * @throws {Failure} `forbidden` for what is their own or another operator's, `conflict` for what changes nothing
 */
export function decideAction(action: NewAction, facts: CaseFacts): Decision {
  const { case: known, operator, operators } = facts
  const isAlone = operators.every((other) => other === operator)
  if (known.maker === operator && !isAlone)
    throw new Failure('forbidden', 'This is about what is yours. Another operator decides about it.')
  if ('wallet' in action) requireMaker(action, facts)
  const nothing = {
    ...{ standing: known.standing, about: null, suspends: false, ends: null, revokes: false },
    ...{ leavesOpen: false, outcome: null },
  }
  switch (action.action) {
    case 'nothing':
      requireAnswered(facts)
      if (known.state === 'closed') conflict('This case is closed already.')
      return { ...nothing, outcome: 'nothing' }
    case 'unlist':
    case 'take_down': {
      requireAnswered(facts)
      const standing = action.action === 'unlist' ? 'unlisted' : 'down'
      if (known.standing === standing) conflict('This was done already.')
      return { ...nothing, standing, outcome: 'acted' }
    }
    case 'suspend':
      if (facts.suspensions.length > 0)
        conflict('This wallet is suspended already. Lift that first to suspend it otherwise.')
      return { ...nothing, suspends: true, outcome: 'acted' }
    case 'revoke_keys':
      return { ...nothing, revokes: true, outcome: 'acted' }
    case 'lift': {
      const [held] = facts.suspensions
      if (!held) conflict('This wallet is not suspended.')
      const objection = facts.toSuspensions.find(({ about }) => about === held.number)
      if (objection) requireMayAnswer(objection, facts)
      return { ...nothing, about: held.number, ends: held.number, leavesOpen: known.state === 'open' }
    }
    case 'uphold': {
      const [objection] = facts.objections
      if (!objection) conflict('Nobody objects to anything here that was not answered.')
      requireMayAnswer(objection, facts)
      return { ...nothing, about: objection.about, outcome: 'acted' }
    }
    case 'put_back':
      return { ...nothing, ...putBack(facts) }
    default:
      return action satisfies never
  }
}

/** Undoes what is objected to, the oldest first, or else how the thing stands. */
function putBack(facts: CaseFacts): Pick<Decision, 'standing' | 'about' | 'ends' | 'outcome'> {
  const { case: known, standsBy } = facts
  const [objection] = facts.objections
  const outcome = 'put_back'
  if (!objection) {
    if (known.standing === null) conflict('There is nothing to put back.')
    return { standing: null, about: standsBy, ends: null, outcome }
  }
  requireMayAnswer(objection, facts)
  const { about, action } = objection
  if (action === 'suspend') return { standing: known.standing, about, ends: about, outcome }
  if (action === 'revoke_keys') return { standing: known.standing, about, ends: null, outcome }
  // An earlier step is undone, and a later one, to which nobody objected, stays.
  return { standing: about === standsBy ? null : known.standing, about, ends: null, outcome }
}

function requireMaker(
  { action, wallet }: Extract<NewAction, { wallet: string }>,
  { case: known, operator, operators }: CaseFacts,
): void {
  if (wallet !== known.maker)
    throw new Failure('validation_failed', 'Something in the request is not valid.', {
      errors: { wallet: 'This is not the wallet whose this is.' },
    })
  if (action === 'lift') return
  if (wallet === operator) throw new Failure('forbidden', 'You can’t do this to your own wallet.')
  if (operators.includes(wallet))
    throw new Failure('forbidden', 'This wallet is an operator’s. Whoever runs the place removes it first.')
}

function requireAnswered({ objections }: CaseFacts): void {
  if (objections.length > 0)
    conflict('Somebody objects to what was done here. Answer that first: put it back or uphold it.')
}

function requireMayAnswer({ operator: actor }: { operator: string }, facts: CaseFacts): void {
  const { operator, operators } = facts
  if (!mayAnswer({ operator, actor, operators }))
    throw new Failure('forbidden', 'You did what this objects to. Another operator decides about it.')
}

function conflict(message: string): never {
  throw new Failure('conflict', message)
}
