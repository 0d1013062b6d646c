import { type ClientResponse, hc } from 'hono/client'
import { createContext, useContext } from 'react'
import type { AppType } from '../../../server/app.ts'
import type { Problem } from '../../../shared/common/errors.ts'
import * as texts from '../texts.ts'
import { doubtSession, requireSignIn } from './identity.ts'

export type Api = ReturnType<typeof createApi>

/**
 * Creates the typed client of the server's API. In the browser it uses the page's own `fetch` and cookie; for the
 * first paint the server passes a `fetch` that calls its own app in-process.
 */
export function createApi(base: string, fetch: typeof globalThis.fetch) {
  return hc<AppType>(base, { fetch }).api
}

const ApiContext = createContext<Api | null>(null)
export const ApiProvider = ApiContext.Provider

export function useApi(): Api {
  const api = useContext(ApiContext)
  if (!api) throw new Error('useApi needs an ApiProvider above it')
  return api
}

/** An error response, with the problem document if the server sent one. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly problem: Problem | undefined

  constructor(status: number, problem: Problem | undefined) {
    super(problem?.detail ?? problem?.title ?? texts.serverAnswered(status))
    this.status = status
    this.problem = problem
  }
}

/**
 * Returns the JSON of a successful response.
 * @throws {ApiError} for every other response; an error of `fetch` itself, for example when the server can't be
 *   reached, is passed on
 */
export async function unwrap<Response extends ClientResponse<unknown, number, string>>(
  pending: Promise<Response>,
): Promise<Awaited<ReturnType<Extract<Response, { ok: true }>['json']>>> {
  const response = await pending
  if (response.ok) return (response.status === 204 ? undefined : await response.json()) as never
  if (response.status === 401) doubtSession()
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json')
  throw new ApiError(response.status, isProblem ? ((await response.json()) as Problem) : undefined)
}

export const declinedSignIn = texts.declinedSignIn

/**
 * Runs an action that needs a session. Writes are authorised by the session, which survives a reload without a
 * connected wallet. If there is no session, or another wallet is connected than the session's, the person is asked to
 * sign in first. If the server answers 401 because the session has ended, the person is asked then, and the action
 * runs once more.
 * @returns null if the person declined
 * @throws whatever the action throws
 */
export async function withSession<Result>(action: () => Promise<Result>): Promise<Result | null> {
  if ((await requireSignIn()) === null) return null
  try {
    return await action()
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    return (await requireSignIn()) === null ? null : action()
  }
}
