import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { Memories } from '../../../shared/memory/facts.ts'
import { useApi } from '../../lib/http/api.ts'
import { ItemButton } from '../../ui/item-button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Portrait } from '../../ui/picture/picture.tsx'
import { listOf } from '../list/list-state.ts'
import { OwnList } from '../list/own-list.tsx'
import { memoriesQuery } from './memory-query.ts'
import * as texts from './texts.ts'

const MemoryDialog = lazyPart(() => import('./memory-dialog.tsx'))

/** The agents that remember something of a wallet. @param owner undefined while the viewer is not known */
export default function OwnMemories({ owner }: { owner: string | undefined }) {
  const asked = useQuery({ ...memoriesQuery(useApi(), owner ?? ''), enabled: owner !== undefined })
  const [shown, setShown] = useState<{ id: string; name: string } | null>(null)
  return (
    <>
      <OwnList
        list={listOf(asked, asked.data ?? [])}
        words={{
          loading: texts.memoriesLoading,
          count: ({ length }) => texts.memoriesCount(length),
          none: texts.noMemories,
          failed: texts.memoriesFailed,
        }}
        skeleton="h-19"
        skeletons={2}
      >
        {(memory) => (
          <MemoryItem
            key={memory.agentId}
            memory={memory}
            onOpen={() => setShown({ id: memory.agentId, name: memory.agentName })}
          />
        )}
      </OwnList>
      {shown && (
        <Suspense fallback={null}>
          <MemoryDialog agent={shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </>
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
        <p className="text-13 text-soft">
          {texts.remembers(count)}
          {choice.state === 'off' && <span className="text-muted">{` · ${texts.memoryOff}`}</span>}
        </p>
      </div>
      <ItemButton
        of={texts.openOf(agentName)}
        className="flex-none"
        aria-haspopup="dialog"
        onClick={props.onOpen}
      >
        {texts.open}
      </ItemButton>
    </li>
  )
}
