import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { AgentSummary } from '../../../../shared/agents.ts'
import { LOADING_SKELETONS } from '../../../../shared/limits.ts'
import { Button } from '../../../ui/button.tsx'
import { SearchIcon, WarningIcon } from '../../../ui/icons.tsx'
import { LoadMore } from '../../../ui/load-more.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import { useDialogPlace } from '../dialog-place.ts'
import { AgentCard } from './agent-card.tsx'
import { AgentCardSkeleton } from './agent-card-skeleton.tsx'
import { CategoryChips } from './category-chips.tsx'
import { CreateTile } from './create-tile.tsx'
import { MatrixSearchBox } from './search-box.tsx'
import { type MatrixList, useMatrix } from './use-matrix.ts'

const AgentDialog = lazy(() => import('../detail/agent-dialog.tsx'))
const OlderCreateDialog = lazy(() => import('../older-create/older-create-dialog.tsx'))

/** Section 2: the Neural Entity Matrix, the public list of agents. */
export function Matrix({ onQuickChat }: { onQuickChat: (agent: AgentSummary) => void }) {
  const { filter, list } = useMatrix()
  const detail = useDialogPlace('agent')
  const create = useDialogPlace('create')
  const creating = create.value !== null
  /** The dialog keeps its form while it is closed. Nothing of it is drawn on the server. */
  const [createMounted, setCreateMounted] = useState(false)
  useEffect(() => {
    if (creating) setCreateMounted(true)
  }, [creating])
  const searchBox = useRef<HTMLInputElement>(null)
  const clear = () => {
    filter.clear()
    searchBox.current?.focus()
  }
  const agents = list.state === 'full' ? list.agents : []
  return (
    <div className="wrap pt-9 pb-20 md:pt-13">
      <h1 className="text-[30px] leading-[1.05] font-bold md:text-[38px]">Neural Entity Matrix</h1>
      <p className="mt-2 text-soft">Public agents, newest first. Open one, or talk to it from here.</p>
      <search className="mt-6 mb-6.5 flex flex-wrap items-start gap-3">
        <MatrixSearchBox
          ref={searchBox}
          text={filter.text}
          problem={filter.problem}
          onType={filter.type}
          onCommit={filter.searchNow}
        />
        <CategoryChips chosen={filter.filter.category} onToggle={filter.toggleCategory} />
      </search>
      <p role="status" className="sr-only">
        {announcement(list)}
      </p>
      <section
        aria-label="Agents"
        aria-busy={list.state === 'loading' || (list.state === 'full' && list.refreshing)}
        className={`grid gap-4.5 transition-opacity duration-200 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4 ${list.state === 'full' && list.refreshing ? 'opacity-55' : ''}`}
      >
        <CreateTile opens={create.linkTo()} />
        {list.state === 'loading' &&
          Array.from({ length: LOADING_SKELETONS }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
            <AgentCardSkeleton key={index} />
          ))}
        {agents.map((agent, index) => (
          <AgentCard
            key={agent.id}
            agent={agent}
            eager={index < 3}
            opens={detail.linkTo(agent.id)}
            onQuickChat={() => onQuickChat(agent)}
          />
        ))}
        {list.state === 'empty' && (
          <StatePanel
            className="sm:col-span-1 lg:col-span-2 xl:col-span-3"
            icon={<SearchIcon />}
            title="No neural patterns detected"
            action={filter.narrows && <Button onClick={clear}>Clear the filter</Button>}
          >
            {filter.narrows
              ? 'No public agent has that in its name or description. Try fewer letters, or another category.'
              : 'Nobody has made a public agent yet. The first one can be yours.'}
          </StatePanel>
        )}
        {list.state === 'failed' && (
          <StatePanel
            alert
            className="sm:col-span-1 lg:col-span-2 xl:col-span-3"
            icon={<WarningIcon />}
            title="The matrix did not answer"
            action={<Button onClick={list.retry}>Try again</Button>}
          >
            {list.problem}
          </StatePanel>
        )}
      </section>
      {list.state === 'full' && list.more && (
        <LoadMore onLoad={list.more.load} loading={list.more.loading} problem={list.more.problem} />
      )}
      {detail.value && (
        <Suspense fallback={null}>
          <AgentDialog
            key={detail.value}
            id={detail.value}
            summary={agents.find((agent) => agent.id === detail.value)}
            place={detail}
          />
        </Suspense>
      )}
      {createMounted && (
        <Suspense fallback={null}>
          <OlderCreateDialog open={creating} close={create.close} />
        </Suspense>
      )}
    </div>
  )
}

/** What a screen reader hears when the list has changed. */
function announcement(list: MatrixList): string {
  switch (list.state) {
    case 'loading':
      return 'Loading agents'
    case 'failed':
      return ''
    case 'empty':
      return 'No agents match.'
    case 'full': {
      const count = list.agents.length
      if (list.refreshing) return ''
      return `${count} ${count === 1 ? 'agent' : 'agents'}${list.more ? ' so far, and more below' : ''}.`
    }
  }
}
