import { type AnsweringAgent, EMPTY_REPLY, FAILED_REPLY, type ReplyEvent } from '../../../shared/chat/chat.ts'
import { isWhole } from '../../../shared/chat/parts.ts'
import { limits } from '../../../shared/common/limits.ts'
import type { DraftRequest } from '../../../shared/social.ts'
import { toPlainText } from '../../../shared/text/plain-text.ts'
import { buildPrompt } from '../chat/prompt.ts'
import { type ReplyParts, reply, replyWindow } from '../chat/reply.ts'
import { fitsWindow } from '../chat/window.ts'
import { Failure } from '../failure.ts'
import { draftRequest } from './draft-request.ts'

/** Its text satisfies `draftSchema`. @throws {Failure} `validation_failed` at `source` if that exceeds the window */
export function writeDraft(
  wanted: DraftRequest,
  agent: AnsweringAgent,
  parts: ReplyParts,
): AsyncGenerator<ReplyEvent> {
  const request = draftRequest(wanted, agent)
  const window = replyWindow(parts)
  // The offline engine does not read the source.
  if (wanted.source !== '' && parts.engine.kind !== 'offline')
    if (!fitsWindow(buildPrompt(request, window).messages, window)) refuseSource()
  return draftEvents(reply(request, { ...parts, longest: limits.socialDraft }), parts)
}

/** A conversation replaces an empty response by an apology. Here that would be taken for a post, so the draft fails. */
async function* draftEvents(
  events: AsyncIterable<ReplyEvent>,
  { requestId, log, because }: ReplyParts,
): AsyncGenerator<ReplyEvent> {
  let empty = false
  let at = 0
  for await (const event of events) {
    // A post consists of its text only.
    if (isWhole(event)) continue
    switch (event.type) {
      case 'words':
        empty ||= at === 0 && event.text === EMPTY_REPLY
        if (!empty) yield { type: 'words', at, text: toPlainText(event.text) }
        at += event.text.length
        break
      case 'reasoning':
        break
      case 'finished':
        if (empty) {
          log.warn('the model wrote nothing for a draft')
          because?.('silent')
          yield { type: 'failed', message: FAILED_REPLY, requestId }
        } else yield event
        break
      case 'started':
      case 'truncated':
      case 'waiting':
      case 'stopped':
      case 'interrupted':
      case 'failed':
        yield event
        break
      default:
        event satisfies never
    }
  }
}

function refuseSource(): never {
  const message = 'The pasted text is too long for the model that answers. Paste less of it.'
  throw new Failure('validation_failed', message, { errors: { source: message } })
}
