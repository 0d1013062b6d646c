import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Agent } from '../../../../shared/agents/agents.ts'
import type { AgentManifestView } from '../../../../shared/agents/signed-version.ts'
import { dayAndTime } from '../../../lib/clock.ts'
import { useApi } from '../../../lib/http/api.ts'
import { SwitchField } from '../../../ui/form/switch-field.tsx'
import { toast } from '../../../ui/toast.ts'
import { invalidateAgents } from '../api/agent-list.ts'
import { changeAgent } from '../api/change-agent.ts'
import * as texts from './texts.ts'

/** Whether others may copy an agent, and which of its versions are signed. */
export function OwnersPart({ agent, view }: { agent: Agent; view: AgentManifestView }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const allow = useMutation({
    scope: { id: `copies ${agent.id}` },
    mutationFn: (allowsCopies: boolean) => changeAgent(api, agent.id, { allowsCopies }),
    onError: () => toast.error(texts.notChanged),
    onSettled: () => invalidateAgents(queryClient),
  })
  return (
    <>
      <SwitchField
        name="allowsCopies"
        label={texts.allows}
        hint={texts.allowsHint}
        value={allow.isPending ? allow.variables : agent.allowsCopies}
        onChange={(allowsCopies) => allow.mutate(allowsCopies)}
      />
      {view.chain.length > 1 && (
        <details>
          <summary className="min-h-8 cursor-pointer text-cyan max-md:min-h-11">{texts.versions}</summary>
          <ol className="grid gap-1.5 pt-2">
            {view.chain.map(({ hash, publishedAt, signer }) => (
              <li key={hash} className="flex flex-wrap gap-x-3">
                <span className="font-mono text-13" title={hash}>
                  {texts.version(hash)}
                </span>
                <time dateTime={publishedAt} className="text-muted">
                  {dayAndTime(new Date(publishedAt))}
                </time>
                <span title={signer ?? undefined}>{signer === null ? texts.isUnsigned : texts.isSigned}</span>
              </li>
            ))}
          </ol>
        </details>
      )}
    </>
  )
}
