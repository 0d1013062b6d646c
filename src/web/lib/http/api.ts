import { type ClientResponse, hc } from 'hono/client'
import { createContext, useContext } from 'react'
import type { AppType } from '../../../server/app.ts'
import type { Problem } from '../../../shared/common/errors.ts'
import { doubtSession } from './identity.ts'

export type Api = ReturnType<typeof createApi>

/**
 * The typed client of the server's API. In the browser it uses the page's own fetch and cookie;
 * for the first paint the server passes a fetch that asks its own app in-process.
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

/** An answer that was not a success, with the server's problem where it gave one. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly problem: Problem | undefined

  constructor(status: number, problem: Problem | undefined) {
    super(problem?.detail ?? problem?.title ?? `The server answered ${status}.`)
    this.status = status
    this.problem = problem
  }
}

/**
 * The JSON of a successful answer.
 * @throws {ApiError} for any other; whatever fetch throws when the server can't be reached passes through.
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
