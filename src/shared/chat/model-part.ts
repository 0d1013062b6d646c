import type { Reply } from './messages.ts'
import type { ReplyPart } from './part-kinds.ts'
import { partsOf } from './parts.ts'

type ModelPart = Extract<ReplyPart, { kind: 'model' }>

/** What is known of the model that gave a reply; undefined for the offline engine and for replies of before. */
export function modelPartOf(reply: Reply): ModelPart | undefined {
  return partsOf(reply).find((part) => part.kind === 'model')
}
