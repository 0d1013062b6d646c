import { setTimeout as wait } from 'node:timers/promises'
import { ReportedError } from './read-completion.ts'
import type { ModelKnowledge } from './settings/model-knowledge.ts'
import { type Setting, settingsWithout } from './settings/model-settings.ts'
import { refusedSettings } from './settings/refused-settings.ts'

/** A request waits at most this long, in milliseconds, for another one that learns what a model refuses. */
const LEARNING_MS = 5_000

type Ask<Answer> = (settings: ReturnType<typeof settingsWithout>) => Promise<Answer>

/**
 * Each refusal by name removes a setting, so a request is repeated at most once for each. It is remembered once a
 * request without the setting was accepted; concurrent requests that were refused wait for the one that finds out.
 */
export function acceptedBy(known: ModelKnowledge, onRefused: (setting: Setting) => void) {
  function accept(refused: ReadonlySet<Setting>) {
    const news = [...refused].filter((setting) => !known.refused.has(setting))
    if (news.length === 0) return
    known.refused = new Set([...known.refused, ...news])
    for (const setting of news) onRefused(setting)
  }

  return async function askAccepted<Answer>(
    ask: Ask<Answer>,
    signal: AbortSignal,
    stop?: readonly string[],
  ): Promise<Answer> {
    let refused = new Set(known.refused)
    let patience = LEARNING_MS
    let learned: (() => void) | undefined
    try {
      for (;;) {
        const settings = settingsWithout(refused, stop)
        try {
          const answer = await ask(settings)
          accept(refused)
          return answer
        } catch (error) {
          const named = signal.aborted
            ? []
            : refusedSettings(bodyOf(error), Object.keys(settings) as Setting[])
          if (named.length === 0) throw error
          refused = new Set([...refused, ...named])
        }
        while (!learned && [...refused].some((setting) => !known.refused.has(setting))) {
          if (known.learning && patience > 0) {
            const from = performance.now()
            await Promise.race([known.learning, wait(patience, undefined, { signal, ref: false })])
            patience -= performance.now() - from
          } else {
            const { promise, resolve } = Promise.withResolvers<void>()
            known.learning ??= promise
            learned = () => {
              if (known.learning === promise) known.learning = null
              resolve()
            }
          }
        }
        refused = new Set([...refused, ...known.refused])
      }
    } finally {
      learned?.()
    }
  }
}

/** Undefined for an error that is not about an invalid request. */
export function bodyOf(error: unknown): unknown {
  if (error instanceof ReportedError) return error.body
  const { status, error: body } = error as { status?: unknown; error?: unknown }
  return status === 400 || status === 422 ? body : undefined
}

/** The SDK keeps only what is under `error` in an error's body; some vendors put the message elsewhere. */
export async function withWholeError(response: Response): Promise<Response> {
  if (response.status !== 400 && response.status !== 422) return response
  const text = await response.text()
  const body = isUsualError(text) ? text : JSON.stringify({ error: { message: text } })
  return new Response(body, { status: response.status, headers: response.headers })
}

function isUsualError(text: string): boolean {
  try {
    const { error } = JSON.parse(text)
    return typeof error === 'object' && error !== null
  } catch {
    return false
  }
}
