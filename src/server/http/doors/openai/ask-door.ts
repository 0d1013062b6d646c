import type { ReplyEvent } from '../../../../shared/chat/chat.ts'
import { isWhole } from '../../../../shared/chat/parts.ts'
import { isUuid } from '../../../../shared/common/uuid.ts'
import { UNSEEN } from '../../../domain/chat/reply.ts'
import type { Caller, UnstoredQuestion } from '../../../domain/doors/door-questions.ts'
import type { Doors } from '../../../domain/doors/doors.ts'
import { Failure } from '../../../domain/failure.ts'
import type { Fitter } from '../../../domain/pictures/decoder.ts'
import type { AppContext, CallerContext } from '../../context.ts'
import { invalidRequest, noSuchModel } from './errors.ts'

export interface OpenAiDependencies {
  doors: Doors
  fitter: Fitter
  publicOrigin: string | undefined
  heartbeatMs?: number
}

/** Finds the agent that is named as the model. @throws {Failure} `not_found`; for an id only later, when it is asked */
export async function callerAndAgent(
  c: CallerContext,
  doors: Doors,
  model: string,
): Promise<{ caller: Caller; agentId: string }> {
  const { caller } = c.var
  // As ids are stored, which that of an earlier response is compared with.
  if (isUuid(model)) return { caller, agentId: model.toLowerCase() }
  const agent = await doors.findAgent(model, caller)
  if (!agent) throw noSuchModel(model)
  return { caller, agentId: agent.id }
}

/** Who pictures are decoded for: each caller has a limited number of places in the decoder's queue. */
export const decodedFor = (c: AppContext, { keyId }: Caller): string => keyId ?? c.get('clientAddress')

/** Says which model there is not, or is another conversation's, in OpenAI's words. */
export const namingModel =
  (model: string) =>
  (error: unknown): never => {
    if (!(error instanceof Failure)) throw error
    if (error.errors?.agentId !== undefined) throw invalidRequest(error.errors.agentId, 'model')
    throw error.code === 'not_found' ? noSuchModel(model) : error
  }

/**
 * Asks without storing anything. `param` has the pictures, for errors.
 * @throws {Failure} as `Doors.ask`, and `validation_failed` for pictures that the model does not see
 */
export async function askUnstored(
  doors: Pick<Doors, 'ask'>,
  caller: Caller,
  question: UnstoredQuestion,
  model: string,
  param: string,
): Promise<AsyncIterable<ReplyEvent>> {
  const events = await doors.ask(caller, question).catch(namingModel(model))
  const { pictures, turns, following = [] } = question
  const hasPictures = pictures ?? [...turns, ...following].some((turn) => turn.pictures !== undefined)
  return hasPictures ? requireSight(events, param) : events
}

/**
 * Awaits the beginning. @throws {Failure} `validation_failed` if the model does not see pictures; it is then let go of
 */
async function requireSight(
  events: AsyncIterable<ReplyEvent>,
  param: string,
): Promise<AsyncIterable<ReplyEvent>> {
  const source = events[Symbol.asyncIterator]()
  const read: ReplyEvent[] = []
  for (;;) {
    const next = await source.next()
    if (next.done) break
    read.push(next.value)
    if (next.value.type === 'words' && next.value.text === UNSEEN) {
      await source.return?.()
      throw invalidRequest('The model of this agent does not see images. Send text only.', param)
    }
    if (next.value.type !== 'started' && !isWhole(next.value)) break
  }
  return continued(read, source)
}

async function* continued<Item>(read: readonly Item[], rest: AsyncIterator<Item>): AsyncGenerator<Item> {
  try {
    yield* read
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
  } finally {
    await rest.return?.()
  }
}
