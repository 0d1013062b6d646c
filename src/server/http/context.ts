import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Session } from '../../shared/session.ts'
import type { Logger } from '../log.ts'
import type { logSeldom } from '../log-seldom.ts'

/** What the middleware of `app.ts` puts beside every request. */
export interface RequestVariables {
  requestId: string
  /** Writes with the request's id. */
  log: Logger
  /** The address the request came from, as far as it can be trusted. */
  clientAddress: string
  /** Reads the session once for a request, and only when somebody asks; null for a visitor. */
  readSession: () => Promise<Session | null>
  storage?: {
    /** Whether what is sent can be stored; see `Database`. */
    hasRoom(): boolean
    /** Logs what many requests meet at once. */
    say: ReturnType<typeof logSeldom>
  }
  /** Reads it as it is now, for what goes on long after the request was answered. */
  readSessionAnew: () => Promise<Session | null>
}

/** `Bindings` are the HTTP server's own: what stands behind a request in Node. */
export type AppEnv = { Variables: RequestVariables; Bindings: Partial<HttpBindings> }
export type AppContext = Context<AppEnv>
