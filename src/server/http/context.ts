import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Logger } from '../base/log.ts'
import type { logThrottled } from '../base/log-throttled.ts'
import type { TraceContext } from '../base/telemetry/trace-context.ts'
import type { Caller } from '../domain/doors/door-questions.ts'
import type { RequestSession } from '../domain/session/identity.ts'
import type { Act } from '../domain/trust/suspensions.ts'
import type { SecurityLog } from './security-log.ts'

/** What wallets are refused whatever they own. */
export interface Permissions {
  /** @throws {Failure} `suspended` */
  require(wallet: string, act: Act): Promise<void>
  /** @throws {Failure} `forbidden` for everybody but operators */
  requireOperator(wallet: string): void
}

/** The variables that the middleware of `app.ts` sets on every request. */
export interface RequestVariables {
  requestId: string
  /** The trace that a proxy began, if it is trusted. */
  remoteTrace?: TraceContext | undefined
  /** A log that adds the request's id to every line, and the trace's where that is not the same. */
  log: Logger
  /** Null for requests that a page makes on behalf of a visitor, which are not the visitor's own attempts. */
  security: SecurityLog | null
  /** The address that the request came from, as far as it can be trusted. */
  clientAddress: string
  /** Reads the session at most once per request, and only when it is needed; null for a visitor. */
  readSession: () => Promise<RequestSession | null>
  /** Identifies the session's cookie without a database query; null if there is no cookie. */
  sessionKey: () => string | null
  permissions: Permissions
  /** Releases the request's place in the queue while it waits. @throws {Failure} as the queue does on return */
  aside: <Result>(wait: () => Promise<Result>) => Promise<Result>
  /** Identifies the caller at most once per request; set at the addresses that other programs use. */
  readCaller?: () => Promise<Caller>
  storage?: {
    /** Whether there is room to store data; see `Database`. */
    hasRoom(): boolean
    /** A throttled log for conditions that affect many requests at once. */
    say: ReturnType<typeof logThrottled>
  }
  /** Reads the current session from the database, for what continues long after the response began. */
  readSessionAgain: () => Promise<RequestSession | null>
  /** @returns a function that unsubscribes */
  onSessionsEnded: (listener: (ids: readonly string[]) => void) => () => void
}

/** What a request of the server to itself takes from the visitor's. No external request can set bindings. */
type Visitor = Pick<RequestVariables, 'requestId' | 'log' | 'clientAddress' | 'readSession'>

/** `Bindings` are those of the HTTP server: the Node objects of a request. */
export type AppEnv = { Variables: RequestVariables; Bindings: Partial<HttpBindings> & { visitor?: Visitor } }
/** The context of any request, whatever more its operation has found out. Only middleware sets variables. */
export type AppContext = Omit<Context<AppEnv>, 'set'>

/** What an `operation` with `signedIn` gives to the handlers after it. */
export type SignedInEnv = AppEnv & { Variables: { wallet: string } }
export type SignedInContext = Context<SignedInEnv>

/** What an `operation` with `needsKey` gives to the handlers after it. */
export type CallerEnv = AppEnv & { Variables: { caller: Caller } }
export type CallerContext = Context<CallerEnv>
