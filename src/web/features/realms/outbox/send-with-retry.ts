import type { RealmMessage } from '../../../../shared/realms/realm-messages.ts'
import { REALTIME_TIMEOUT_MS } from '../../../../shared/realms/realtime.ts'
import { withRetry } from '../../../blocks/follow-stream/with-retry.ts'
import { isAnswer, type Reconnecting } from '../../../lib/http/reconnecting.ts'
import type { OwnMessage } from '../live/realm-room.ts'

/**
 * Brings a message to the realm. While nobody answers it waits and tries again, for as long as it takes.
 * @param options.isFirstTry its author has just proved who they are; else they may not be signed in any more
 * @param options.onWait called with what went wrong whenever a try did not get through
 * @throws {ApiError} when the server refuses it, or whatever there is when the signal is aborted
 */
export async function sendWithRetry(
  message: OwnMessage,
  options: {
    post: (message: OwnMessage, signal: AbortSignal) => Promise<RealmMessage>
    viewer: () => Promise<string | null>
    time: Reconnecting
    signal: AbortSignal
    isFirstTry: boolean
    onWait: (error: unknown) => void
  },
): Promise<RealmMessage | 'signed out'> {
  const { post, viewer, time, signal, isFirstTry } = options
  const send = async (tries: number) => {
    // Whoever else is signed in by now does not say it in their name.
    if (!(isFirstTry && tries === 0) && (await viewer()) !== message.author) return 'signed out'
    return within(REALTIME_TIMEOUT_MS, options, (limited) => post(message, limited))
  }
  return withRetry(send, { time, signal, isFinal: isAnswer, onRetry: options.onWait })
}

/** Does something that is given up after so many milliseconds, or when the signal is aborted. */
async function within<Result>(
  ms: number,
  { time, signal }: { time: Reconnecting; signal: AbortSignal },
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const limited = new AbortController()
  const giveUp = () => limited.abort()
  const cancel = time.after(ms, giveUp)
  signal.addEventListener('abort', giveUp)
  try {
    return await work(limited.signal)
  } finally {
    cancel()
    signal.removeEventListener('abort', giveUp)
  }
}
