import { type ReactNode, Suspense } from 'react'
import type { Agent } from '../../../../shared/agents/agents.ts'
import type { TryOut } from '../../../../shared/chat/try-out.ts'
import { draftOf, type EditValues } from './edit-values.ts'

/** Shows an own agent as it is being edited, to be talked with; whoever puts the edit form on a screen knows how. It may load. */
export type RenderTryOut = (tried: {
  agentId: string
  /** As the form holds it. */
  name: string
  pictureUrl: string
  /** What the form holds, as one text that is another with every change. */
  contents: string
  /** The agent as the form holds it now; null where it could not be saved so, which the form then shows at its fields. */
  readDraft: () => TryOut['draft'] | null
}) => ReactNode

/** Where an agent is tried out; it follows what is typed into the form. */
export function TryOutPlace(props: {
  /** What the form was filled from. */
  base: Agent
  values: EditValues
  readDraft: () => TryOut['draft'] | null
  render: RenderTryOut
}) {
  const { base, values } = props
  return (
    <Suspense fallback={<Loading />}>
      {props.render({
        agentId: base.id,
        name: values.name.trim() || base.name,
        pictureUrl: base.pictureUrl,
        contents: JSON.stringify(draftOf(base, values)),
        readDraft: props.readDraft,
      })}
    </Suspense>
  )
}

/** The placeholder of a conversation. */
function Loading() {
  return (
    <div aria-busy="true" className="flex h-full flex-col gap-4">
      <p role="status" className="sr-only">
        Loading
      </p>
      <div className="skeleton h-12" />
      <div className="flex-1" />
      <div className="skeleton h-14" />
    </div>
  )
}
