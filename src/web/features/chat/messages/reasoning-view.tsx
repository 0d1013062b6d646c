import { useState } from 'react'
import { modelOf } from '../../../../shared/chat/model-ends.ts'
import type { ReplyPart } from '../../../../shared/chat/part-kinds.ts'
import { reasoningOf } from '../../../../shared/chat/parts.ts'
import { endlessClass } from '../../../ui/endless.ts'
import { ArrowDownIcon } from '../../../ui/icons.tsx'
import * as texts from '../texts.tsx'
import type { BlockProps } from './block-props.ts'

/** The reasoning of the model: collapsed, and rendered as plain text. */
export default function ReasoningView(props: BlockProps<Extract<ReplyPart, { kind: 'reasoning' }>>) {
  const [isOpen, setOpen] = useState(false)
  const reasoning = reasoningOf(props.parts)
  return (
    <details className="group/reasoning mb-2" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex min-h-8 w-fit cursor-pointer list-none items-center gap-2 text-13 text-muted transition-colors hover:text-text max-md:min-h-11 [&::-webkit-details-marker]:hidden">
        <ArrowDownIcon
          width={14}
          height={14}
          className="flex-none transition-transform duration-200 group-open/reasoning:rotate-180"
        />
        {reasoningTitle(props)}
      </summary>
      {/* It is rendered only while open, because it grows fast and few people read it. */}
      {isOpen && (
        <section
          aria-label={texts.reasoning}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
          tabIndex={0}
          className={`${endlessClass(reasoning)} mt-1 mb-3 max-h-80 max-w-[70ch] overflow-y-auto overscroll-contain border-l border-line-strong pl-3 text-13 leading-[1.6] whitespace-pre-wrap text-soft [overflow-wrap:anywhere]`}
        >
          {reasoning.trimEnd()}
        </section>
      )}
    </details>
  )
}

/** The title of the first reasoning has its duration: it ends with the first words of the reply. */
function reasoningTitle({ reply, place }: Pick<BlockProps<ReplyPart>, 'reply' | 'place'>): string {
  const { state, createdAt, repliedAt } = reply
  if (state === 'running' && place.isLast) return texts.thinking
  if (!place.isFirst || repliedAt === null || reply.content === '') return texts.reasoning
  const thoughts = reply.parts?.filter(({ kind }) => kind === 'reasoning') ?? []
  // Of several thoughts only the sum is known.
  const thoughtMs = thoughts.length === 1 ? modelOf(reply.parts)?.thoughtMs : null
  const ms = thoughtMs ?? Date.parse(repliedAt) - Date.parse(createdAt)
  const seconds = Math.max(1, Math.round(ms / 1000))
  return texts.reasoningS(seconds < 60 ? '' : `${Math.floor(seconds / 60)} min `, seconds % 60)
}
