import { type ReplyEvent, replyEventSchema } from '../src/shared/chat/chat.ts'
import { foldReply, newReply, type Reply } from '../src/shared/chat/messages.ts'
import { readExactly } from './declared-answers.ts'

/** What a stream of events brings, as it arrives. */
export async function* dataOf(response: Response): AsyncGenerator<unknown> {
  let rest = ''
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const frames = (rest + piece).split('\n\n')
    rest = frames.pop() ?? ''
    for (const frame of frames) {
      const data = /^data: (.*)$/m.exec(frame)?.[1]
      if (data) yield JSON.parse(data)
    }
  }
}

/** The events of a reply as they arrive, each checked against the contract. */
export async function* eventsOf(response: Response): AsyncGenerator<ReplyEvent> {
  for await (const data of dataOf(response)) yield readExactly(replyEventSchema, data)
}

/** A reply as somebody knows it who has heard the first words of it and nothing else. */
export function replyKnown(id: string, content = ''): Reply {
  const createdAt = new Date(0).toISOString()
  return { ...newReply({ id, parentId: null, number: 1, createdAt }), content }
}

/**
 * Listens until the reply has ended, its connection has, or `enough` says so, and tells what is known then. The
 * connection stays open for more; `events.return()` lets it go.
 */
export async function received(
  reply: Reply,
  events: AsyncGenerator<ReplyEvent>,
  enough: (reply: Reply) => boolean = () => false,
): Promise<Reply> {
  let known = reply
  for (let next = await events.next(); !next.done; next = await events.next()) {
    known = foldReply(known, next.value, new Date().toISOString())
    if (enough(known)) break
  }
  return known
}
