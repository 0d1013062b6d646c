import type { ReplyEvent } from '../../../../shared/chat/chat.ts'
import { isWhole } from '../../../../shared/chat/parts.ts'
import { UNSEEN } from '../../../domain/chat/reply.ts'
import type { Caller, Doors } from '../../../domain/doors/doors.ts'
import type { Fitter } from '../../../domain/pictures/decoder.ts'
import type { AppContext, CallerContext } from '../../context.ts'
import { invalidRequest, noSuchModel } from './errors.ts'

/** What the routes of OpenAI's protocol need. */
export interface OpenAiDependencies {
  doors: Doors
  /** Makes pictures ready for models that see. */
  fitter: Fitter
  /** The address that people use, if it is set. */
  publicOrigin: string | undefined
  heartbeatMs?: number
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Returns whoever asks, and the id of the agent whose name is given as the model.
 * @throws {Failure} `not_found`; for an id only later, when the agent is asked
 */
export async function callerAndAgent(
  c: CallerContext,
  doors: Doors,
  model: string,
): Promise<{ caller: Caller; agentId: string }> {
  const { caller } = c.var
  if (uuid.test(model)) return { caller, agentId: model }
  const agent = await doors.findAgent(model, caller)
  if (!agent) throw noSuchModel(model)
  return { caller, agentId: agent.id }
}

/** Who pictures are decoded for: each caller has a limited number of places in the decoder's queue. */
export const decodedFor = (c: AppContext, { keyId }: Caller): string => keyId ?? c.get('clientAddress')

/**
 * Waits for the beginning of a reply to a question with pictures.
 * @returns the same events
 * @throws {Failure} `validation_failed` if its model does not see them; the model is then let go of
 */
export async function requireSight(
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
