import { type ReplyEvent, replyEventSchema } from '../../../../shared/chat/chat.ts'
import type { TriedTurn } from '../../../../shared/swarm/swarm.ts'
import { type Api, unwrap } from '../../../lib/http/api.ts'
import { readEvents } from '../../../lib/http/stream.ts'

/**
 * Has one turn of a run said that is kept nowhere, and yields its events as they come. Ending the loop lets go of it.
 * @throws {ApiError} where it was refused; whatever fetch throws passes through, and so does what breaks a stream
 */
export type AskTurn = (turn: TriedTurn, signal: AbortSignal) => AsyncIterable<ReplyEvent>

/** The server gives a sign every 15 seconds; without one for so many milliseconds the connection is dead. */
const SILENCE_MS = 45_000

export const askTurn = (api: Api): AskTurn =>
  async function* ask(turn, signal) {
    const silence = new AbortController()
    const hush = () => silence.abort(new TypeError('Nothing was heard of the server.'))
    let timer = setTimeout(hush, SILENCE_MS)
    const heard = () => {
      clearTimeout(timer)
      timer = setTimeout(hush, SILENCE_MS)
    }
    try {
      const init = { signal: AbortSignal.any([signal, silence.signal]) }
      const response = await api.swarm.turns.$post({ json: turn }, { init })
      if (!response.ok) await unwrap(Promise.resolve(response))
      if (response.body) yield* readEvents(response.body, replyEventSchema, heard)
    } finally {
      clearTimeout(timer)
    }
  }
