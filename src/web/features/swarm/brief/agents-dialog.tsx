import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { limits } from '../../../../shared/common/limits.ts'
import type { ChosenAgent } from '../../../blocks/saved-draft/chosen-agent.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import * as texts from '../texts.ts'

/** The screen provides it, because agents are another feature. */
export type ChooseAgents = (choice: {
  taken: readonly string[]
  onChoose: (agent: { id: string; name: string; pictureUrl: string }) => void
}) => ReactNode

/** The dialog that adds agents. It stays open while more agents can be added. */
export default function AgentsDialog(props: {
  agents: readonly ChosenAgent[]
  chooseAgents: ChooseAgents
  onAdd: (agent: ChosenAgent) => void
  onClose: () => void
}) {
  const { agents } = props
  const list = useRef<HTMLDivElement>(null)
  const done = useRef<HTMLButtonElement>(null)
  const [added, setAdded] = useState('')
  const { max } = limits.swarmSeats

  const add = (agent: ChosenAgent) => {
    const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('li button') ?? [])]
    const at = rows().indexOf(document.activeElement as HTMLElement)
    flushSync(() => {
      props.onAdd(agent)
      setAdded(agent.name)
    })
    if (agents.length + 1 >= max) return props.onClose()
    // The pressed button is removed, so that of the next agent takes the focus.
    const next = at < 0 ? undefined : (rows()[at] ?? done.current)
    next?.focus()
  }

  return (
    <Dialog open title={texts.addAgents} description={texts.addAgentsAbout} onClose={props.onClose}>
      <div ref={list}>
        {props.chooseAgents({
          taken: agents.map(({ id }) => id),
          onChoose: ({ id, name, pictureUrl }) => add({ id, name, imageUrl: pictureUrl }),
        })}
      </div>
      <div className="sticky bottom-0 md:-bottom-6 -mx-6 -mb-6 flex items-center justify-between gap-4 border-t border-line bg-raised p-4 px-6">
        <p role="status" className="text-sm text-soft">
          {added && <span className="sr-only">{texts.added(added)}</span>}
          {texts.ofAtMost(agents.length, max)}
        </p>
        <Button ref={done} size="small" className="max-md:min-h-11" onClick={props.onClose}>
          {texts.done}
        </Button>
      </div>
    </Dialog>
  )
}
