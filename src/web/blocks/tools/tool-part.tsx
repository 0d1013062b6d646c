import { lazy, Suspense } from 'react'
import type { ToolCallPart } from '../../../shared/tools/tool-fields.ts'

const load = () => import('./tool-card.tsx').catch(() => ({ default: TitleAlone }))
// A first visit seldom shows a call.
const ToolCard = lazy(load)

/** A call of a tool in a reply; whoever `ToolDecisions` names can decide about it. */
export function ToolPart({ part }: { part: ToolCallPart }) {
  return (
    <Suspense fallback={<TitleAlone part={part} />}>
      <ToolCard part={part} />
    </Suspense>
  )
}

function TitleAlone({ part }: { part: ToolCallPart }) {
  return <p className="min-h-8 text-13 text-muted">{part.title}</p>
}
