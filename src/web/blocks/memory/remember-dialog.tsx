import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { MemoryState } from '../../../shared/memory/memory-limits.ts'
import { useApi } from '../../lib/http/api.ts'
import { newId } from '../../lib/new-id.ts'
import { useViewer } from '../../lib/session/viewer.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { Waiting } from '../list/waiting.tsx'
import { FactForm } from './fact-form.tsx'
import { offeredWords } from './fact-words.ts'
import { useMemoryChanges } from './memory-changes.ts'
import { MemoryFailed } from './memory-dialog.tsx'
import { memoryQuery } from './memory-query.ts'
import * as texts from './texts.ts'

/** A message, or what is selected of it, as something that its agent remembers. It works with every model. */
export default function RememberDialog(props: {
  agent: { id: string; name: string }
  from: { conversationId: string; messageId: string }
  words: string
  onClose: () => void
}) {
  const { agent, from, onClose } = props
  const viewer = useViewer() ?? ''
  const { data, error, refetch } = useQuery(memoryQuery(useApi(), viewer, agent.id))
  const actions = useMemoryChanges(agent.id)
  // A retry keeps the id, so that nothing is remembered twice if only the response was lost.
  const [id] = useState(newId)
  const isOn = data?.choice.state === 'on'
  return (
    <Dialog
      open
      title={data && !isOn ? texts.mayAgentRemember(agent.name) : texts.rememberThis}
      {...(data && { description: about(agent.name, data.choice.state) })}
      onClose={onClose}
    >
      {data ? (
        <Words>
          <FactForm
            initial={offeredWords(props.words)}
            label={texts.whatToRemember}
            hint={texts.ownWords}
            action={texts.addAction}
            busyLabel={texts.adding}
            tone="primary"
            send={(text) => actions.add({ id, text, from }, data.choice.state === 'off')}
            onSent={({ fact, merged }) => {
              toast.success(texts.rememberedNow(fact.text), merged ? { description: texts.merged } : {})
              onClose()
            }}
            cancel={{ label: texts.dontRemember, go: onClose }}
          />
        </Words>
      ) : error ? (
        <MemoryFailed error={error} retry={() => void refetch()} />
      ) : (
        <Waiting words={texts.loading} look="grid gap-3">
          <div className="skeleton h-12" />
          <div className="skeleton h-20" />
          <div className="skeleton h-11 w-64 max-w-full" />
        </Waiting>
      )}
    </Dialog>
  )
}

function about(agent: string, state: MemoryState): string {
  switch (state) {
    case 'on':
      return texts.rememberAbout(agent)
    case 'unasked':
      return texts.firstTime(agent)
    case 'off':
      return texts.switchesOn(agent)
  }
}

/** The words are there to be changed, so they have the focus. */
function Words({ children }: { children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const field = root.current?.querySelector('textarea')
    field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
  }, [])
  return <div ref={root}>{children}</div>
}
