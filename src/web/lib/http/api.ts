import { type ClientResponse, hc } from 'hono/client'
import { createContext, useContext } from 'react'
import type { AppType } from '../../../server/app.ts'
import type { Problem } from '../../../shared/common/errors.ts'
import * as texts from '../texts.ts'
import { doubtSession, noteSuspended, requireSignIn } from './identity.ts'

export type Api = ReturnType<typeof createApi>

/** In the browser `fetch` is the page's, with its cookie; for the first paint it calls the server's app in-process. */
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

/** Whether there is nothing at an address: it never was, is deleted, was taken down (410), or its id is malformed (422). */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && [404, 410, 422].includes(error.status)

/**
 * Returns the JSON of a successful response.
 * @throws {ApiError} for every other response, and the error of `fetch`, as when the server can't be reached
 */
export async function unwrap<Response extends ClientResponse<unknown, number, string>>(
  pending: Promise<Response>,
): Promise<Awaited<ReturnType<Extract<Response, { ok: true }>['json']>>> {
  const response = await pending
  if (response.ok) return (response.status === 204 ? undefined : await response.json()) as never
  if (response.status === 401) doubtSession()
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json')
  throw refusalOf(response.status, isProblem ? ((await response.json()) as Problem) : undefined)
}

/** The error of a response that is not successful. A suspended wallet is told of that wherever it is refused. */
export function refusalOf(status: number, problem: Problem | undefined): ApiError {
  if (problem?.code === 'suspended') noteSuspended()
  return new ApiError(status, problem)
}

export const declinedSignIn = texts.declinedSignIn

/**
 * Runs an action that needs a session, which survives a reload without a connected wallet. The person is asked to sign
 * in if there is no session or another wallet is connected; after a 401 they are asked and it runs once more.
 * @returns null if the person declined
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
