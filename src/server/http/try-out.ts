import { Hono } from 'hono'
import { CHAT_BODY_BYTES } from '../../shared/limits.ts'
import { tryOutSchema } from '../../shared/try-out.ts'
import type { Agents } from '../domain/agents/agents.ts'
import { reply } from '../domain/chat/reply.ts'
import { windowOf } from '../domain/chat/window.ts'
import type { ChatDependencies } from './chat.ts'
import type { AppEnv } from './context.ts'
import { jsonBody } from './json-body.ts'
import { pathId } from './path-id.ts'
import { replyStream } from './reply-stream.ts'
import { signedInWallet } from './request.ts'
import { signedIn } from './signed-in.ts'
import { validate } from './validate.ts'

/** A question as a chat takes it, and an agent with the longest texts there may be, every character of them escaped. */
const TRY_OUT_BYTES = CHAT_BODY_BYTES + 128 * 1024

export type TryOutDependencies = Pick<
  ChatDependencies,
  'engine' | 'shutdown' | 'windowTokens' | 'metrics' | 'heartbeatMs'
> & { agents: Pick<Agents, 'openOwned'> }

/**
 * `/api/agents/{id}/try-out`: an own agent answers as the draft of it that is sent along; closing the connection stops it.
 * It is not recorded: the figures tell how people use an agent, and this is its maker at work on what nobody has met yet.
 */
export function tryOutRoutes(deps: TryOutDependencies) {
  const { engine, ask } = deps.engine
  const windowTokens = windowOf(engine, deps.windowTokens)
  const { shutdown } = deps

  return new Hono<AppEnv>().post(
    '/agents/:id/try-out',
    signedIn,
    jsonBody(TRY_OUT_BYTES),
    validate('json', tryOutSchema),
    async (c) => {
      const { draft, message, history } = c.req.valid('json')
      const { requestId, log } = c.var
      await deps.agents.openOwned(pathId(c, 'There is no such agent.'), await signedInWallet(c))

      return replyStream((gone) => {
        const asked = { agent: draft, turns: history ?? [], text: message }
        const events = reply(asked, { engine, ask, windowTokens, requestId, log, stopped: gone, shutdown })
        return deps.metrics?.observe(events) ?? events
      }, deps.heartbeatMs)
    },
  )
}
