import type { ProblemCode } from '../../../../shared/common/errors.ts'
import { ApiError } from '../../../lib/http/api.ts'
import type { Trouble } from './conversation.ts'

/** Refusals that say by themselves what is the matter. */
const told: { readonly [code in ProblemCode]?: Trouble } = {
  not_signed_in: { kind: 'signed-out' },
  reply_running: { kind: 'busy' },
  conversation_full: { kind: 'full' },
}

/** Refusals whose own sentence says it best. */
const inItsWords: ReadonlySet<ProblemCode | undefined> = new Set([
  'storage_full',
  'quota_reached',
  'database_unavailable',
] as const)

/** What went wrong between the page and the first word, as far as a person can do something about it. */
export function troubleOf(error: unknown, now: Date): Trouble {
  if (error instanceof ApiError) {
    const { status, problem } = error
    const trouble = problem && told[problem.code]
    if (trouble) return trouble
    if (inItsWords.has(problem?.code)) return { kind: 'refused', message: error.message }
    if (problem?.retryAfter !== undefined)
      return { kind: 'limited', retryAt: new Date(now.getTime() + problem.retryAfter * 1000) }
    if (status === 404) return { kind: 'gone' }
    const message = Object.values(problem?.errors ?? {})[0]
    if (message) return { kind: 'refused', message }
    return { kind: 'silent' }
  }
  // What fetch and a broken stream throw.
  return error instanceof TypeError ? { kind: 'unreachable' } : { kind: 'silent' }
}

/** The sentence beside 'Not answered', or at the field; nothing where there is nothing to add. */
export function troubleText(trouble: Trouble, now: Date, online: boolean): string {
  switch (trouble.kind) {
    case 'silent':
      return ''
    case 'unreachable':
      return online
        ? 'The server could not be reached.'
        : 'You are offline. Try again once you are connected.'
    case 'gone':
      return 'This entity does not answer any more.'
    case 'refused':
      return trouble.message
    case 'signed-out':
      return 'You are signed out. Sign in and try again.'
    case 'busy':
      return 'Another reply is running in this conversation. Send your message once it is there.'
    case 'full':
      return 'This conversation is full. Begin a new one.'
    case 'limited': {
      const seconds = Math.ceil((trouble.retryAt.getTime() - now.getTime()) / 1000)
      if (seconds <= 0) return 'You can try again now.'
      return seconds < 90
        ? `Too many messages at once. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`
        : `Too many messages at once. Try again in ${Math.ceil(seconds / 60)} minutes.`
    }
  }
}
