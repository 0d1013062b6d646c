import { type ComponentType, Suspense } from 'react'
import type { Reply } from '../../../../shared/chat/messages.ts'
import type { ReplyPart } from '../../../../shared/chat/part-kinds.ts'
import { partsOf, sourcesOf, textOf } from '../../../../shared/chat/parts.ts'
import { CitedMarkdown } from '../../../blocks/citations/cited-markdown.tsx'
import { ToolPart } from '../../../blocks/tools/tool-part.tsx'
import { optionalPart } from '../../../ui/optional-part.ts'
import { isPending } from '../conversation/conversation.ts'
import type { BlockProps } from './block-props.ts'

/** Parts of one kind that follow one another, as they are shown together. */
interface Block<Part extends ReplyPart = ReplyPart> {
  kind: Part['kind']
  parts: readonly Part[]
}

const ReasoningView = optionalPart(() => import('./reasoning-view.tsx'))

/** Null for what is shown elsewhere. */
const views: {
  [Kind in ReplyPart['kind']]: ComponentType<BlockProps<Extract<ReplyPart, { kind: Kind }>>> | null
} = {
  reasoning: (props) => (
    <Suspense fallback={<div className="mb-2 min-h-8 max-md:min-h-11" />}>
      <ReasoningView {...props} />
    </Suspense>
  ),
  text: TextView,
  tool: ToolView,
  /** With the text that cites them. */
  sources: null,
  /** Below the reply, with the time. */
  model: null,
  context: null,
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

function ToolView({ parts }: BlockProps<Extract<ReplyPart, { kind: 'tool' }>>) {
  return parts.map((part) => <ToolPart key={part.call} part={part} />)
}
