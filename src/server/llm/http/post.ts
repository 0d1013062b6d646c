import { setTimeout as wait } from 'node:timers/promises'
import { agentMark } from '../../base/network/network.ts'
import type { ModelResponse, SendRequest } from '../model-address.ts'
import { ModelError, type ReportedError } from '../model-error.ts'
import { MODEL_RETRIES } from '../settings/model-settings.ts'
import { refusalOf } from './refusal.ts'

interface ModelPost {
  send: SendRequest
  url: string
  headers: Readonly<Record<string, string>>
  body: string
  /** Until an answer begins, for each try. */
  timeoutMs: number
  signal: AbortSignal
}

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 8_000
/** Who asks for more patience is asked again by a person. */
const LONGEST_ASKED_WAIT_MS = 60_000
/** Waits are up to this part shorter, so that many requests do not come back together. */
const JITTER = 0.25

/**
 * Sections 8 and 9: two more tries after 408, 409, 429, 5xx, a lost connection and a timeout, when the server says or
 * twice as late each time.
 * @throws {ModelError} a {ReportedError} for what the server answers instead
 */
export async function postToModel(post: ModelPost): Promise<ModelResponse> {
  for (let tries = 0; ; tries++) {
    const outcome = await tryOnce(post)
    if (!(outcome instanceof Failed)) return outcome
    post.signal.throwIfAborted()
    if (tries === MODEL_RETRIES || !outcome.mayPass) throw outcome.error
    await wait(outcome.waitMs ?? backoff(tries), undefined, { signal: post.signal })
  }
}

class Failed {
  readonly error: ModelError
  readonly mayPass: boolean
  readonly waitMs: number | undefined

  constructor(error: ModelError, mayPass: boolean, waitMs?: number) {
    this.error = error
    this.mayPass = mayPass
    this.waitMs = waitMs
  }
}

async function tryOnce({ send, url, headers, body, timeoutMs, signal }: ModelPost) {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), timeoutMs)
  try {
    const response = await send(url, {
      method: 'POST',
      headers: { ...headers, ...agentMark },
      body,
      signal: AbortSignal.any([signal, late.signal]),
    })
    if (response.status >= 200 && response.status < 300) return response
    return failureOf(await refusalOf(response), response.headers)
  } catch (error) {
    if (late.signal.aborted)
      return new Failed(new ModelError('APIConnectionTimeoutError', 'Request timed out.'), true)
    // What a guard of addresses refuses is refused the next time, too.
    if (error instanceof ModelError) return new Failed(error, false)
    return new Failed(new ModelError('APIConnectionError', `Connection error.${reasonOf(error)}`), true)
  } finally {
    clearTimeout(timer)
  }
}

function failureOf(error: ReportedError, headers: ModelResponse['headers']): Failed {
  const { status = 0 } = error
  const wanted = headers.get('x-should-retry')
  const isPassing = status === 408 || status === 409 || status === 429 || status >= 500
  return new Failed(error, wanted === 'true' || (wanted !== 'false' && isPassing), askedWait(headers))
}

/** In milliseconds, before another try. */
export function backoff(tries: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** tries, LONGEST_WAIT_MS) * (1 - Math.random() * JITTER)
}

function askedWait(headers: ModelResponse['headers']): number | undefined {
  const milliseconds = Number.parseFloat(headers.get('retry-after-ms') ?? '')
  const after = headers.get('retry-after') ?? ''
  const seconds = Number.parseFloat(after)
  const asked = Number.isFinite(milliseconds)
    ? milliseconds
    : Number.isFinite(seconds)
      ? seconds * 1000
      : Date.parse(after) - Date.now()
  return asked >= 0 && asked <= LONGEST_ASKED_WAIT_MS ? asked : undefined
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  return ` (${'code' in error ? String(error.code) : error.message})`
}
