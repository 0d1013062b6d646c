import { useState } from 'react'
import type { Reply } from '../../../../shared/chat/messages.ts'
import { partsOf, reasoningOf } from '../../../../shared/chat/parts.ts'
import { endlessClass } from '../../../ui/endless.ts'
import { ArrowDownIcon } from '../../../ui/icons.tsx'
import * as texts from '../texts.tsx'

/** The reasoning of the model: collapsed, and rendered as plain text. */
export function ReasoningView({ reply }: { reply: Reply }) {
  const [isOpen, setOpen] = useState(false)
  const reasoning = reasoningOf(partsOf(reply))
  if (reasoning === '') return null
  return (
    <details className="group/reasoning mb-2" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex min-h-8 w-fit cursor-pointer list-none items-center gap-2 text-[13px] text-muted transition-colors hover:text-text max-md:min-h-11 [&::-webkit-details-marker]:hidden">
        <ArrowDownIcon
          width={14}
          height={14}
          className="flex-none transition-transform duration-200 group-open/reasoning:rotate-180"
        />
        {titleOf(reply)}
      </summary>
      {/* It is rendered only while open, because it grows fast and few people read it. */}
      {isOpen && (
        <section
          aria-label={texts.reasoning}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
          tabIndex={0}
          className={`${endlessClass(reasoning)} mt-1 mb-3 max-h-80 max-w-[70ch] overflow-y-auto overscroll-contain border-l border-line-strong pl-3 text-[13px] leading-[1.6] whitespace-pre-wrap text-soft [overflow-wrap:anywhere]`}
        >
          {reasoning.trimEnd()}
        </section>
      )}
    </details>
  )
}

/** The title with the duration of the reasoning, which ends with the first words of the reply. */
function titleOf({ parts, content, state, createdAt, repliedAt }: Reply): string {
  if (content === '') return state === 'running' ? texts.thinking : 'Reasoning'
  const first = parts?.find(({ kind }) => kind !== 'sources')
  if (first?.kind !== 'reasoning' || repliedAt === null) return 'Reasoning'
  const seconds = Math.max(1, Math.round((Date.parse(repliedAt) - Date.parse(createdAt)) / 1000))
  return texts.reasoningS(seconds < 60 ? '' : `${Math.floor(seconds / 60)} min `, seconds % 60)
}
