import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Session } from '../../shared/session.ts'
import type { Logger } from '../log.ts'

/** What the middleware of `app.ts` puts beside every request. */
export interface RequestVariables {
  requestId: string
  /** Writes with the request's id. */
  log: Logger
  /** The address the request came from, as far as it can be trusted. */
  clientAddress: string
  /** Reads the session once for a request, and only when somebody asks; null for a visitor. */
  readSession: () => Promise<Session | null>
  /** Tells the session's cookie apart from others without a look at the database; null where there is none. */
  sessionKey: () => string | null
  /**
   * Waits for something that is not the server's work, such as the rest of a body, without the request's place among
   * those that are worked on. @throws {Failure} as the queue does, when the place is wanted back
   */
  aside: <Result>(wait: () => Promise<Result>) => Promise<Result>
  /** Reads it as it is now, for what goes on long after the request was answered. */
  readSessionAnew: () => Promise<Session | null>
}

/**
 * `Bindings` are the HTTP server's own: what stands behind a request in Node. `page` is the request for a page, where
 * this one is a question that the page's first paint asks in-process.
 */
export type AppEnv = {
  Variables: RequestVariables
  Bindings: Partial<HttpBindings> & { page?: RequestVariables }
}
export type AppContext = Context<AppEnv>
