import { type ComponentType, useState } from 'react'
import type { Reply } from '../../../../shared/chat/messages.ts'
import type { ReplyPart } from '../../../../shared/chat/part-kinds.ts'
import { partsOf, reasoningOf, sourcesOf, textOf } from '../../../../shared/chat/parts.ts'
import { CitedMarkdown } from '../../../blocks/citations/cited-markdown.tsx'
import { endlessClass } from '../../../ui/endless.ts'
import { ArrowDownIcon } from '../../../ui/icons.tsx'
import { isPending } from '../conversation/conversation.ts'
import * as texts from '../texts.tsx'

/** Parts of one kind that follow one another, as they are shown together. */
export interface Block<Part extends ReplyPart = ReplyPart> {
  kind: Part['kind']
  parts: readonly Part[]
}

interface BlockProps<Part extends ReplyPart> {
  reply: Reply
  parts: readonly Part[]
  place: { isFirst: boolean; isLast: boolean; isLastText: boolean }
}

/** Null for what is shown elsewhere. */
const views: {
  [Kind in ReplyPart['kind']]: ComponentType<BlockProps<Extract<ReplyPart, { kind: Kind }>>> | null
} = {
  reasoning: ReasoningView,
  text: TextView,
  /** With the text that cites them. */
  sources: null,
}

/** Empty if there is nothing to see. */
export function blocksOf(reply: Reply): Block[] {
  const blocks: { kind: ReplyPart['kind']; parts: ReplyPart[] }[] = []
  for (const part of partsOf(reply)) {
    const last = blocks.at(-1)
    if (views[part.kind] === null) continue
    if (last?.kind === part.kind) last.parts.push(part)
    else blocks.push({ kind: part.kind, parts: [part] })
  }
  return blocks.filter(({ kind, parts }) => kind !== 'text' || textOf(parts).trim() !== '')
}

export function PartViews({ reply, blocks }: { reply: Reply; blocks: readonly Block[] }) {
  const lastText = blocks.findLastIndex(({ kind }) => kind === 'text')
  return blocks.map(({ kind, parts }, index) => {
    // The compiler does not follow that a kind and its parts go together.
    const View = views[kind] as ComponentType<BlockProps<ReplyPart>>
    const place = {
      isFirst: index === 0,
      isLast: index === blocks.length - 1,
      isLastText: index === lastText,
    }
    // biome-ignore lint/suspicious/noArrayIndexKey: parts never change their order
    return <View key={index} reply={reply} parts={parts} place={place} />
  })
}

function TextView({ reply, parts, place }: BlockProps<Extract<ReplyPart, { kind: 'text' }>>) {
  return (
    <div className="max-w-[70ch] text-base leading-[1.6] [overflow-wrap:anywhere]">
      <CitedMarkdown
        text={textOf(parts)}
        growing={isPending(reply) && place.isLast}
        sources={sourcesOf(reply.parts)}
        // All that the reply cites is listed below it, once it is complete.
        listed={place.isLastText && !isPending(reply) ? reply.content : ''}
      />
    </div>
  )
}

/** The reasoning of the model: collapsed, and rendered as plain text. */
function ReasoningView(props: BlockProps<Extract<ReplyPart, { kind: 'reasoning' }>>) {
  const [isOpen, setOpen] = useState(false)
  const reasoning = reasoningOf(props.parts)
  return (
    <details className="group/reasoning mb-2" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex min-h-8 w-fit cursor-pointer list-none items-center gap-2 text-[13px] text-muted transition-colors hover:text-text max-md:min-h-11 [&::-webkit-details-marker]:hidden">
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
          className={`${endlessClass(reasoning)} mt-1 mb-3 max-h-80 max-w-[70ch] overflow-y-auto overscroll-contain border-l border-line-strong pl-3 text-[13px] leading-[1.6] whitespace-pre-wrap text-soft [overflow-wrap:anywhere]`}
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
  if (!place.isFirst || repliedAt === null || reply.content === '') return 'Reasoning'
  const seconds = Math.max(1, Math.round((Date.parse(repliedAt) - Date.parse(createdAt)) / 1000))
  return texts.reasoningS(seconds < 60 ? '' : `${Math.floor(seconds / 60)} min `, seconds % 60)
}
