import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Logger } from '../base/log.ts'
import type { logSeldom } from '../base/log-seldom.ts'
import type { RequestSession } from '../domain/session/identity.ts'
import type { SecurityLog } from './security-log.ts'

/** What the middleware of `app.ts` puts beside every request. */
export interface RequestVariables {
  requestId: string
  /** Writes with the request's id. */
  log: Logger
  /** Takes what an operator watches for; null while a page asks in a visitor's name, which is nobody's attempt. */
  security: SecurityLog | null
  /** The address the request came from, as far as it can be trusted. */
  clientAddress: string
  /** Reads the session once for a request, and only when somebody asks; null for a visitor. */
  readSession: () => Promise<RequestSession | null>
  /** Tells the session's cookie apart from others without a look at the database; null where there is none. */
  sessionKey: () => string | null
  /**
   * Waits for something that is not the server's work, such as the rest of a body, without the request's place among
   * those that are worked on. @throws {Failure} as the queue does, when the place is wanted back
   */
  aside: <Result>(wait: () => Promise<Result>) => Promise<Result>
  storage?: {
    /** Whether what is sent can be stored; see `Database`. */
    hasRoom(): boolean
    /** Logs what many requests meet at once. */
    say: ReturnType<typeof logSeldom>
  }
  /** Reads it as it is now, for what goes on long after the request was answered. */
  readSessionAnew: () => Promise<RequestSession | null>
  /** Calls once these sessions were ended, with their ids, until the returned function is called. */
  onSessionsEnded: (listener: (ids: readonly string[]) => void) => () => void
}

/**
 * What a request of the server to itself takes over from the request of the visitor in whose name it asks. It stands in
 * the bindings, where nothing that comes from outside can put it.
 */
export type Visitor = Pick<RequestVariables, 'requestId' | 'log' | 'clientAddress' | 'readSession'>

/** `Bindings` are the HTTP server's own: what stands behind a request in Node. */
export type AppEnv = { Variables: RequestVariables; Bindings: Partial<HttpBindings> & { visitor?: Visitor } }
export type AppContext = Context<AppEnv>
