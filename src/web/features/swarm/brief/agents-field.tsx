import { Suspense, useId, useRef, useState } from 'react'
import { limits } from '../../../../shared/common/limits.ts'
import type { ChosenAgent } from '../../../blocks/saved-draft/chosen-agent.ts'
import { changeFocus } from '../../../lib/change-focus.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError, RequiredMark } from '../../../ui/form/field.tsx'
import { PlusIcon } from '../../../ui/icons.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import * as texts from '../texts.ts'
import type { ChooseAgents } from './agents-dialog.tsx'
import { moved } from './brief-values.ts'
import { ChosenAgentItem } from './chosen-agent.tsx'

const AgentsDialog = lazyPart(() => import('./agents-dialog.tsx'))

export function AgentsField(props: {
  agents: readonly ChosenAgent[]
  gone: readonly string[]
  ordered: boolean
  error: string | undefined
  chooseAgents: ChooseAgents
  onAdd: (agent: ChosenAgent) => void
  onChange: (agents: readonly ChosenAgent[]) => void
}) {
  const { agents, error } = props
  const { min, max } = limits.swarmSeats
  const id = useId()
  const field = useRef<HTMLFieldSetElement>(null)
  const [open, setOpen] = useState(false)
  const [news, setNews] = useState('')
  const find = (selector: string) => () => field.current?.querySelector<HTMLElement>(selector)

  const move = (agent: ChosenAgent, at: number, by: -1 | 1) => {
    changeFocus(
      () => {
        props.onChange(moved(agents, at, by))
        setNews(`${agent.name} is ${at + 1 + by} of ${agents.length}.`)
      },
      find(`[data-agent="${agent.id}"] [data-move="${by}"]`),
    )
  }
  const remove = (agent: ChosenAgent) => {
    changeFocus(() => {
      props.onChange(agents.filter((other) => other !== agent))
      setNews(texts.wasRemoved(agent.name))
    }, find('[name="agentIds"]'))
  }

  return (
    <fieldset ref={field} aria-describedby={`${id}-hint`} className="grid min-w-0 content-start gap-2">
      <legend className="label mb-2 text-soft">
        {texts.agents}
        <RequiredMark />
      </legend>
      {agents.length > 0 && (
        <ol
          aria-label={texts.chosenAgents}
          className={`grid gap-2 md:grid-cols-2 ${props.ordered ? '' : 'xl:grid-cols-3'}`}
        >
          {agents.map((agent, index) => (
            <ChosenAgentItem
              key={agent.id}
              agent={agent}
              place={index + 1}
              last={agents.length}
              ordered={props.ordered && agents.length > 1}
              gone={props.gone.includes(agent.id)}
              onMove={(by) => move(agent, index, by)}
              onRemove={() => remove(agent)}
            />
          ))}
        </ol>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          name="agentIds"
          size="small"
          className="max-md:min-h-11"
          aria-haspopup="dialog"
          aria-disabled={agents.length >= max}
          aria-describedby={error && `${id}-error`}
          onClick={() => agents.length < max && setOpen(true)}
        >
          <PlusIcon width={16} height={16} />
          {texts.addAgent}
        </Button>
        <p id={`${id}-hint`} className="text-13 text-muted">
          {hint(agents.length, props.ordered)}
        </p>
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
      <p role="status" className="sr-only">
        {news}
      </p>
      {open && (
        <Suspense fallback={null}>
          <AgentsDialog
            agents={agents}
            chooseAgents={props.chooseAgents}
            onAdd={props.onAdd}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </fieldset>
  )

  function hint(count: number, ordered: boolean): string {
    if (count >= max) return texts.asManyAsARunHas(max)
    if (count < min) return texts.chooseAgents(min, max)
    return ordered ? texts.inThisOrder(max - count) : texts.canJoin(max - count)
  }
}
