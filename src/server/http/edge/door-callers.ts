import { createHash } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import { agentMark } from '../../base/network/network.ts'
import type { Caller } from '../../domain/doors/door-questions.ts'
import type { Doors } from '../../domain/doors/doors.ts'
import { Failure } from '../../domain/failure.ts'
import type { AppEnv } from '../context.ts'

/** Answers no agent whose model is asked for here, at whichever place it is: they could ask each other for ever. */
export const refuseAgents = createMiddleware<AppEnv>(async (c, next) => {
  if (Object.keys(agentMark).some((name) => c.req.header(name) !== undefined))
    throw new Failure(
      'asked_by_agent',
      'An agent asks this as its model, and an agent can’t be the model of an agent: they could ask each other for ever. Choose a model of a provider.',
    )
  await next()
})

/** Other programs are known by the bearer token alone: cookies are ignored, so no other site's page can use them. */
export function doorCallers(doors: Pick<Doors, 'identify'>) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const authorization = c.req.header('authorization')
    let caller: Promise<Caller> | undefined
    c.set('readSession', async () => null)
    c.set('readSessionAgain', async () => null)
    // A hash, because it is kept for longer than the request.
    const key = authorization && createHash('sha256').update(authorization).digest('base64url')
    c.set('sessionKey', () => key ?? null)
    c.set('readCaller', () => {
      caller ??= doors.identify(authorization)
      return caller
    })
    await next()
  })
}
