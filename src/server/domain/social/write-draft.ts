import { type AnsweringAgent, EMPTY_REPLY, FAILED_REPLY, type ReplyEvent } from '../../../shared/chat/chat.ts'
import { limits } from '../../../shared/common/limits.ts'
import type { DraftRequest } from '../../../shared/social.ts'
import { toPlainText } from '../../../shared/text/plain-text.ts'
import { buildPrompt } from '../chat/prompt.ts'
import { type ReplyParts, reply, replyWindow } from '../chat/reply.ts'
import { fitsWindow } from '../chat/window.ts'
import { Failure } from '../failure.ts'
import { draftRequest } from './draft-request.ts'

/**
 * One draft as a reply's events. All words of it can be kept as `draftSchema` takes them.
 * @throws {Failure} `validation_failed` at `source` where the model's window can't take that in, before anything is asked
 */
export function writeDraft(
  wanted: DraftRequest,
  agent: AnsweringAgent,
  parts: ReplyParts,
): AsyncGenerator<ReplyEvent> {
  const request = draftRequest(wanted, agent)
  const window = replyWindow(parts.windowTokens)
  // The offline engine reads nothing of it.
  if (wanted.source !== '' && parts.engine.kind !== 'offline')
    if (!fitsWindow(buildPrompt(request, window).messages, window)) refuseSource()
  return draftEvents(reply(request, { ...parts, longest: limits.socialDraft }), parts)
}

/**
 * Where the model said nothing, a conversation has the agent apologise; here that would stand as a post, so the draft
 * failed.
 */
async function* draftEvents(
  events: AsyncIterable<ReplyEvent>,
  { requestId, log, because }: ReplyParts,
): AsyncGenerator<ReplyEvent> {
  let empty = false
  let at = 0
  for await (const event of events) {
    switch (event.type) {
      case 'words':
        empty ||= at === 0 && event.text === EMPTY_REPLY
        if (!empty) yield { type: 'words', at, text: toPlainText(event.text) }
        at += event.text.length
        break
      case 'reasoning':
        // A post is what was written, not how.
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
