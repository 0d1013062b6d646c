import type { PartEvent } from '../../../shared/chat/part-kinds.ts'
import type { Prompt } from './prompt.ts'
import type { ReplyRequest } from './reply-request.ts'
import type { Window } from './window.ts'
import type { PartWriter } from './write-parts.ts'

/** From this share of the window on, a reply says how full it is. */
const TOLD_FROM = 0.25

/** Says what a reply in a stored conversation is made with; nothing where there is little to say. */
export function* tellContext(
  { recollects, story }: ReplyRequest,
  { writer, prompt, window }: { writer: PartWriter; prompt: Prompt; window: Window },
): Generator<PartEvent> {
  if (!recollects?.conversation || writer.parts.some(({ kind }) => kind === 'context')) return
  const { used, facts, recalled } = prompt
  const sum = Object.values(used).reduce((tokens, each) => tokens + each, 0)
  const isSmall = sum + window.replyTokens < window.tokens * TOLD_FROM
  if (isSmall && facts.length === 0 && recalled.length === 0 && !story) return
  yield writer.begin('context', {
    ...{ window: window.tokens, reserved: window.replyTokens, used },
    facts: facts.map(({ id }) => id),
    story: story?.id ?? null,
    recalled: recalled.map(({ id }) => id),
  })
}
