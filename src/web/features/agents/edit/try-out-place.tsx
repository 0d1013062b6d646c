import { type ReactNode, Suspense } from 'react'
import type { Agent } from '../../../../shared/agents/agents.ts'
import type { TryOut } from '../../../../shared/chat/try-out.ts'
import { Waiting } from '../../../blocks/list/waiting.tsx'
import { choiceOf } from '../form/model-values.ts'
import * as texts from '../texts.ts'
import { draftOf, type EditValues } from './edit-values.ts'

/** The screen provides it, because chat is another feature; its code may load on demand. */
export type RenderTryOut = (tried: {
  /** Null while the agent is not made yet. */
  agentId: string | null
  name: string
  pictureUrl: string
  greetings: readonly string[] | undefined
  /** The model that is chosen in the form; null for the place's. */
  modelRef: string | null
  /** The form's values as a string, which differs after every change. */
  contents: string
  /** Null if it is not valid; the form then shows the errors at its fields. */
  readDraft: () => TryOut['draft'] | null
}) => ReactNode

/** The conversation in which an agent is tried out; it uses the current values of the form. */
export function TryOutPlace(props: {
  /** The agent from which the form was filled. */
  base: Agent
  values: EditValues
  readDraft: () => TryOut['draft'] | null
  render: RenderTryOut
}) {
  const { base, values } = props
  return (
    <Suspense fallback={<TryOutLoading />}>
      {props.render({
        agentId: base.id,
        name: values.name.trim() || base.name,
        pictureUrl: base.pictureUrl,
        greetings: base.greetings,
        modelRef: choiceOf(values.model)?.ref ?? null,
        contents: JSON.stringify(draftOf(base, values)),
        readDraft: props.readDraft,
      })}
    </Suspense>
  )
}

export function TryOutLoading() {
  return (
    <Waiting words={texts.loading} look="flex h-full flex-col gap-4">
      <div className="skeleton h-12" />
      <div className="flex-1" />
      <div className="skeleton h-14" />
    </Waiting>
  )
}
