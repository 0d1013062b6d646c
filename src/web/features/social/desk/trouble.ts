import { ApiError } from '../../../lib/http/api.ts'

/** Why a draft was not written, as far as a person can do something about it. */
export type Trouble =
  | { kind: 'silent' }
  | { kind: 'unreachable' }
  | { kind: 'gone' }
  | { kind: 'refused'; message: string }
  | { kind: 'limited'; retryAt: Date }

export function troubleOf(error: unknown, now: Date): Trouble {
  // What fetch and a broken stream throw.
  if (error instanceof TypeError) return { kind: 'unreachable' }
  if (!(error instanceof ApiError)) return { kind: 'silent' }
  const { status, problem } = error
  if (problem?.retryAfter !== undefined)
    return { kind: 'limited', retryAt: new Date(now.getTime() + problem.retryAfter * 1000) }
  if (status === 404) return { kind: 'gone' }
  const message = Object.values(problem?.errors ?? {})[0]
  return message ? { kind: 'refused', message } : { kind: 'silent' }
}

/** The sentence beside `Not answered`; nothing where there is nothing to add. */
export function troubleText(trouble: Trouble, now: Date, online: boolean): string {
  switch (trouble.kind) {
    case 'silent':
      return ''
    case 'unreachable':
      return online
        ? 'The server could not be reached.'
        : 'You are offline. Try again once you are connected.'
    case 'gone':
      return 'This agent does not answer any more. Choose another one.'
    case 'refused':
      return trouble.message
    case 'limited': {
      const seconds = Math.ceil((trouble.retryAt.getTime() - now.getTime()) / 1000)
      if (seconds <= 0) return 'You can try again now.'
      return seconds < 90
        ? `Too many drafts at once. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`
        : `Too many drafts at once. Try again in ${Math.ceil(seconds / 60)} minutes.`
    }
  }
}
