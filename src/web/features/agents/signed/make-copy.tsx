import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Agent } from '../../../../shared/agents/agents.ts'
import { useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { requireSignIn } from '../../../lib/http/identity.ts'
import { newId } from '../../../lib/new-id.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyIcon } from '../../../ui/icons.tsx'
import { toast } from '../../../ui/toast.ts'
import { invalidateAgents } from '../api/agent-list.ts'
import { duplicateAgent } from '../api/agent-versions.ts'
import * as texts from './texts.ts'

/** Makes a draft of somebody else's agent, whose maker allows it. A retry after a failure does not make a second one. */
export function MakeCopy({ agent }: { agent: Agent }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const copyId = useRef<string>(undefined)
  const copy = useMutation({
    mutationFn: async () => {
      if ((await requireSignIn()) === null) return
      copyId.current ??= newId()
      const draft = await duplicateAgent(api, agent.id, copyId.current)
      copyId.current = undefined
      toast.success(texts.copied(draft.name))
      await invalidateAgents(queryClient)
    },
    onError: (error) => toast.error(texts.notCopied(explainError(error))),
  })
  return (
    <Button
      size="small"
      className="justify-self-start max-md:min-h-11"
      aria-disabled={copy.isPending}
      onClick={() => copy.isPending || copy.mutate()}
    >
      <CopyIcon width={16} height={16} />
      {copy.isPending ? texts.copying : texts.makeCopy}
    </Button>
  )
}
