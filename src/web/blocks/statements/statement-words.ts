import type { Statement } from '../../../shared/trust/desk.ts'
import { writesDays } from '../../lib/clock.ts'
import * as texts from './texts.ts'

const long = writesDays({ dateStyle: 'long' })

/** `November 26, 2026`, in the reader's time zone. */
export const dayOf = (at: string): string => long(new Date(at))

type Told = Pick<Statement, 'action' | 'kind' | 'title' | 'at' | 'ground' | 'scope' | 'until'>

/** Isolated, so that a title of another direction does not turn the sentence around it. */
const isolated = (title: string) => (title === '' ? '' : `\u2068${title}\u2069`)

function whatOf({ kind, title }: Pick<Told, 'kind' | 'title'>): string {
  return texts.named(texts.yours[kind ?? 'agent'], isolated(title))
}

/** What was done and when, as one sentence. */
export function whatWasDone(statement: Told): string {
  const what = whatOf(statement)
  const day = dayOf(statement.at)
  switch (statement.action) {
    case 'take_down':
      return texts.takenDown(what, day)
    case 'unlist':
      return texts.unlisted(what, day)
    case 'put_back':
      return texts.putBack(what, day)
    case 'suspend':
      return texts.suspended[statement.scope ?? 'all'](day)
    case 'lift':
      return texts.lifted(day)
    case 'revoke_keys':
      return texts.keysRevoked(day)
    case 'nothing':
    case 'object':
    case 'uphold':
      return texts.leftAsItIs(what, day)
    default:
      return statement.action satisfies never
  }
}

/** Why, as one sentence; empty where no reason was given. */
export function whyIt({ ground }: Pick<Told, 'ground'>): string {
  if (ground === null) return ''
  return ground === 'mistake' ? texts.wasMistaken : texts.reason(texts.grounds[ground])
}

/** What follows from it for the person, as sentences. @param now in milliseconds since 1970 */
export function whatFollows(
  { action, kind, until }: Pick<Told, 'action' | 'kind' | 'until'>,
  now: number,
): string[] {
  switch (action) {
    case 'take_down':
      return kind ? [texts.downMeans[kind]] : []
    case 'unlist':
      return [texts.unlistedMeans]
    case 'suspend': {
      if (until === null) return [texts.withoutEnd, texts.alwaysYours]
      const day = dayOf(until)
      return [new Date(until).getTime() > now ? texts.until(day) : texts.untilEnded(day), texts.alwaysYours]
    }
    case 'revoke_keys':
      return [texts.keysMean]
    default:
      return []
  }
}

/** How an objection stands, as one sentence. */
export function howObjectionStands({ answer }: NonNullable<Statement['objection']>): string {
  if (answer === null) return texts.objectionWaits
  return answer === 'upheld' ? texts.objectionUpheld : texts.objectionRight
}

/** Whether it takes something from the person that they may want to know where it happens. */
export function restricts({ action, holds }: Pick<Statement, 'action' | 'holds'>): boolean {
  return holds && (action === 'take_down' || action === 'unlist' || action === 'suspend')
}

/** The suspension that holds, the newest of several. */
export function suspensionIn(statements: readonly Statement[]): Statement | undefined {
  return statements.find((statement) => statement.action === 'suspend' && restricts(statement))
}
