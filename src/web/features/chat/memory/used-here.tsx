import type { Reply } from '../../../../shared/chat/messages.ts'
import * as texts from './texts.ts'

/** Beside a reply that was made with something of before: facts, a story, or messages that were found again. */
export default function UsedHere({ reply, onOpen }: { reply: Reply; onOpen: (replyId: string) => void }) {
  if (!usesBefore(reply)) return null
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => onOpen(reply.id)}
      className="min-h-8 flex-none text-13 text-muted transition-colors hover:text-text max-md:min-h-11"
    >
      {texts.usedHere}
    </button>
  )
}

export function usesBefore({ parts }: Pick<Reply, 'parts'>): boolean {
  const context = parts?.find((part) => part.kind === 'context')
  return (
    context !== undefined &&
    (context.facts.length > 0 || context.story !== null || context.recalled.length > 0)
  )
}
