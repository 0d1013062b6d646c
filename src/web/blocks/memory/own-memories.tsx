import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import type { Memories } from '../../../shared/memory/facts.ts'
import { useApi } from '../../lib/http/api.ts'
import { Button } from '../../ui/button.tsx'
import { Portrait } from '../../ui/picture/picture.tsx'
import { FailedPanel } from '../list/instead.tsx'
import { listOf } from '../list/list-state.ts'
import { ListView, Skeletons } from '../list/list-view.tsx'
import { memoriesQuery } from './memory-query.ts'
import * as texts from './texts.ts'

const MemoryDialog = lazy(() => import('./memory-dialog.tsx'))

/** The agents that remember something of a wallet. @param owner undefined while the viewer is not known */
export default function OwnMemories({ owner }: { owner: string | undefined }) {
  const asked = useQuery({ ...memoriesQuery(useApi(), owner ?? ''), enabled: owner !== undefined })
  const [shown, setShown] = useState<{ id: string; name: string } | null>(null)
  const list = useRef<HTMLDivElement>(null)
  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      <ListView
        list={listOf(asked, asked.data ?? [])}
        as="ul"
        className="grid gap-3"
        words={{ loading: texts.memoriesLoading, count: ({ length }) => texts.memoriesCount(length) }}
        loading={
          <Skeletons of={<li aria-hidden="true" className="panel hairline cut skeleton h-19" />} count={2} />
        }
        empty={<p className="max-w-[64ch] text-soft">{texts.noMemories}</p>}
        failed={(failure) => <FailedPanel title={texts.memoriesFailed} failure={failure} />}
      >
        {(memories) =>
          memories.map((memory) => (
            <MemoryItem
              key={memory.agentId}
              memory={memory}
              onOpen={() => setShown({ id: memory.agentId, name: memory.agentName })}
            />
          ))
        }
      </ListView>
      {shown && (
        <Suspense fallback={null}>
          <MemoryDialog agent={shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </div>
  )
}

function MemoryItem(props: { memory: Memories['memories'][number]; onOpen: () => void }) {
  const { agentName, agentImageUrl, count, choice } = props.memory
  return (
    <li className="panel hairline cut flex items-center gap-x-4 gap-y-3 p-4.5">
      <Portrait src={agentImageUrl} size={40} sizes="40px" loading="lazy" className="size-10" />
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="truncate font-semibold" title={agentName}>
          {agentName}
        </p>
        <p className="text-[13px] text-soft">
          {texts.remembers(count)}
          {choice.state === 'off' && <span className="text-muted">{` · ${texts.memoryOff}`}</span>}
        </p>
      </div>
      <Button
        size="small"
        className="flex-none max-md:min-h-11"
        aria-haspopup="dialog"
        onClick={props.onOpen}
      >
        <span>
          {texts.open} <span className="sr-only">{texts.openOf(agentName)}</span>
        </span>
      </Button>
    </li>
  )
}
