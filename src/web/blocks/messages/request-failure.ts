import { ApiError } from '../../lib/http/api.ts'
import { tooMany } from '../../lib/texts.ts'
import * as texts from '../texts.ts'

/** In the categories that a person can act on. */
export type RequestFailure =
  | { kind: 'silent' }
  | { kind: 'unreachable' }
  | { kind: 'gone' }
  | { kind: 'refused'; message: string }
  | { kind: 'limited'; retryAt: Date }

export function requestFailureOf(error: unknown, now: Date): RequestFailure {
  // `fetch` and a broken stream throw a TypeError.
  if (error instanceof TypeError) return { kind: 'unreachable' }
  if (!(error instanceof ApiError)) return { kind: 'silent' }
  const { status, problem } = error
  // Nobody waits until tomorrow for a count of seconds to end.
  // Who may not is told why, such as a wallet that is suspended.
  if (problem && (status === 403 || problem.code === 'model_used_up' || problem.code === 'taken_down'))
    return { kind: 'refused', message: error.message }
  if (problem?.retryAfter !== undefined)
    return { kind: 'limited', retryAt: new Date(now.getTime() + problem.retryAfter * 1000) }
  if (status === 404) return { kind: 'gone' }
  const message = Object.values(problem?.errors ?? {})[0]
  return message ? { kind: 'refused', message } : { kind: 'silent' }
}

const OFFLINE = texts.offline

/**
 * The sentence beside 'Not answered'; empty if there is nothing to add.
 * @param words.gone for an agent that is not there any more
 * @param words.many what was requested too often, such as `messages`
 */
export function requestFailureText(
  failure: RequestFailure,
  words: { gone: string; many: string },
  now: Date,
  online: boolean,
): string {
  switch (failure.kind) {
    case 'silent':
      // Whatever it was, trying again helps only with a network.
      return online ? '' : OFFLINE
    case 'unreachable':
      return online ? texts.unreachable : OFFLINE
    case 'gone':
      return words.gone
    case 'refused':
      return failure.message
    case 'limited': {
      const seconds = Math.ceil((failure.retryAt.getTime() - now.getTime()) / 1000)
      if (seconds <= 0) return texts.tryNow
      return tooMany(words.many, seconds)
    }
    default:
      return failure satisfies never
  }
}
