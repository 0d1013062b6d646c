import type { ReplyEvent } from '../../../../shared/chat/chat.ts'
import { foldReply, isEnd, newReply, type Reply } from '../../../../shared/chat/messages.ts'
import { endOfError, endOfReply, secondsToWait, type TurnEnd } from './turn-end.ts'

/** A turn that is being said. */
export interface FollowedTurn {
  /** Lets go of it; nothing is told any more, not even an end. @returns the words that came */
  abort: () => string
}

export interface Turntaking {
  /** Calls back when it is time to paint: all words that arrive until then are one change. */
  nextFrame: (callback: () => void) => void
  /** Calls back after so many milliseconds; returns what takes that back. */
  later: (act: () => void, milliseconds: number) => () => void
  now: () => Date
}

/** How long a turn waits in all for a server that takes no more for now, in seconds; a minute is what its limits count by. */
const WAITS_AT_MOST = 150

/**
 * Follows one turn to its end. Where the server takes no more turns for now, it is asked again when the server said, and
 * not before.
 * @param open asks for it
 * @param onWait tells until when it waits to be asked again; null when it does not any more
 * @param onEnd called once, with the words that came
 */
export function followTurn(
  options: Turntaking & {
    id: string
    open: (signal: AbortSignal) => AsyncIterable<ReplyEvent>
    onWords: (content: string) => void
    onWait: (until: Date | null) => void
    onEnd: (content: string, end: TurnEnd) => void
  },
): FollowedTurn {
  const { open, nextFrame, later, now } = options
  const controller = new AbortController()
  const { signal } = controller
  let isPainting = false
  let reply: Reply = newReply({ id: options.id, parentId: null, number: 1, createdAt: now().toISOString() })

  const paint = () => {
    isPainting = false
    if (!signal.aborted && reply.state === 'running') options.onWords(reply.content)
  }

  async function hear(): Promise<TurnEnd> {
    for await (const event of open(signal)) {
      reply = foldReply(reply, event, now().toISOString())
      if (signal.aborted || isEnd(event)) break
      if (isPainting) continue
      isPainting = true
      nextFrame(paint)
    }
    const end = endOfReply(reply)
    if (!end) throw new TypeError('The stream ended without an end.')
    return end
  }

  async function wait(seconds: number): Promise<void> {
    options.onWait(new Date(now().getTime() + seconds * 1000))
    await new Promise<void>((resolve) => {
      const cancel = later(resolve, seconds * 1000)
      signal.addEventListener('abort', () => {
        cancel()
        resolve()
      })
    })
    if (!signal.aborted) options.onWait(null)
  }

  async function follow(): Promise<TurnEnd> {
    let waited = 0
    for (;;) {
      try {
        return await hear()
      } catch (error) {
        const seconds = reply.content === '' ? secondsToWait(error) : null
        if (seconds === null || waited + seconds > WAITS_AT_MOST) return endOfError(error)
        waited += Math.max(1, seconds)
        await wait(Math.max(1, seconds))
        if (signal.aborted) return endOfError(error)
      }
    }
  }

  void follow().then((end) => signal.aborted || options.onEnd(reply.content, end))
  return {
    abort: () => {
      controller.abort()
      return reply.content
    },
  }
}
