import type { RealmMessage } from '../../../../shared/realms/realm-messages.ts'
import { REALTIME_TIMEOUT_MS } from '../../../../shared/realms/realtime.ts'
import { isAnswer, type Reconnecting, withRetry } from '../../../lib/http/reconnecting.ts'
import type { OwnMessage } from '../live/realm-room.ts'

/**
 * Retries have no limit.
 * @param options.isFirstTry whether the author has just signed in; otherwise the session is checked first
 * @throws {ApiError} if the server refuses the message, or the reason of an aborted signal
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
    // The message must not be sent under another wallet that is signed in by now.
    if (!(isFirstTry && tries === 0) && (await viewer()) !== message.author) return 'signed out'
    return within(REALTIME_TIMEOUT_MS, options, (limited) => post(message, limited))
  }
  return withRetry(send, { time, signal, isFinal: isAnswer, onRetry: options.onWait })
}

/** Runs work with a timeout in milliseconds; it is also aborted with the signal. */
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
