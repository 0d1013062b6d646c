import type { Reply } from '../../../../shared/chat/messages.ts'
import type { ReplyPart } from '../../../../shared/chat/part-kinds.ts'

export interface BlockProps<Part extends ReplyPart> {
  reply: Reply
  parts: readonly Part[]
  place: { isFirst: boolean; isLast: boolean; isLastText: boolean }
}
