import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useApi } from '../../lib/http/api.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { memoriesQuery } from './memory-query.ts'
import * as texts from './texts.ts'

const MemoryDialog = lazyPart(() => import('./memory-dialog.tsx'))

/** That an agent remembers something of the wallet, as a quiet line that opens it; nothing if it does not. */
export function RemembersLine(props: { agent: { id: string; name: string }; owner: string }) {
  const { agent, owner } = props
  const { data } = useQuery(memoriesQuery(useApi(), owner))
  const [isOpen, setOpen] = useState(false)
  const count = data?.find(({ agentId }) => agentId === agent.id)?.count ?? 0
  return (
    <>
      {count > 0 && (
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
          className="min-h-8 animate-fade text-left text-sm text-soft underline decoration-line-strong underline-offset-4 transition-colors hover:text-text max-md:min-h-11"
        >
          {texts.remembersSome(count)}
        </button>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <MemoryDialog agent={agent} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
