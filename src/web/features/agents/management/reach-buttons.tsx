import { useQueryClient } from '@tanstack/react-query'
import type { AgentSummary } from '../../../../shared/agents/agents.ts'
import { useOneMutation } from '../../../lib/hooks/use-one-mutation.ts'
import { useApi } from '../../../lib/http/api.ts'
import { Button } from '../../../ui/button.tsx'
import { EyeIcon, EyeOffIcon } from '../../../ui/icons.tsx'
import { toast } from '../../../ui/toast.ts'
import { agentsKey, invalidateAgents } from '../api/agent-list.ts'
import { changeAgent } from '../api/change-agent.ts'
import { showReach, usePublishAgent } from '../signed/use-publish-agent.ts'
import * as agentTexts from '../texts.ts'
import * as texts from './texts.ts'

/** The buttons for an own agent's visibility: hide, show, and publish if it is a draft. */
export function ReachButtons(props: {
  agent: AgentSummary
  /** Called after every try to hide or show it. */
  onToggled: (failed: boolean) => void
}) {
  const { agent } = props
  const visibility = useVisibility(agent, props.onToggled)
  const publish = usePublishAgent(agent, { isSignedIn: true })
  return (
    <>
      <Button
        size="small"
        className="max-md:min-h-11"
        aria-label={agent.visibilityEnabled ? texts.hideNamed(agent.name) : texts.showNamed(agent.name)}
        aria-disabled={visibility.isPending}
        onClick={() => visibility.mutate(agent)}
      >
        {agent.visibilityEnabled ? <EyeOffIcon width={16} height={16} /> : <EyeIcon width={16} height={16} />}
        {agent.visibilityEnabled ? texts.hide : texts.show}
      </Button>
      {!agent.isPublic && (
        <Button
          size="small"
          className="max-md:min-h-11"
          aria-label={texts.publishNamed(agent.name)}
          aria-disabled={publish.isPending}
          onClick={() => publish.mutate()}
        >
          {agentTexts.publish}
        </Button>
      )}
    </>
  )
}

/** Section 4. The message is chosen by the state before the change. */
function useVisibility(agent: AgentSummary, onOutcome: (failed: boolean) => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useOneMutation({
    mutationKey: [...agentsKey, 'visibility', agent.id],
    mutationFn: ({ id, visibilityEnabled }: AgentSummary) =>
      changeAgent(api, id, { visibilityEnabled: !visibilityEnabled }),
    onSuccess: (changed, { visibilityEnabled: wasVisible }) => {
      showReach(queryClient, api, changed)
      onOutcome(false)
      toast.success(wasVisible ? texts.patternHidden : texts.patternVisible)
    },
    onError: () => onOutcome(true),
    onSettled: () => invalidateAgents(queryClient),
  })
}
