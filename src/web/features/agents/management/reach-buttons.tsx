import type { AgentSummary } from '../../../../shared/agents.ts'
import { Button } from '../../../ui/button.tsx'
import { EyeIcon, EyeOffIcon } from '../../../ui/icons.tsx'
import { usePublishAgent } from '../api/use-publish-agent.ts'
import { useVisibility } from './use-visibility.ts'

/** Who may reach an agent of the signed-in wallet: hides and shows it, and publishes it while it is a draft. */
export function ReachButtons(props: {
  agent: AgentSummary
  /** Told after every try to hide or show it. */
  onToggled: (failed: boolean) => void
}) {
  const { agent } = props
  const visibility = useVisibility(props.onToggled)
  const publish = usePublishAgent({ isSignedIn: true })
  return (
    <>
      <Button
        size="small"
        className="max-md:min-h-11"
        aria-disabled={visibility.isPending}
        onClick={() => visibility.isPending || visibility.mutate(agent)}
      >
        {agent.visibilityEnabled ? <EyeOffIcon width={16} height={16} /> : <EyeIcon width={16} height={16} />}
        <span>
          {agent.visibilityEnabled ? 'Hide' : 'Show'} <span className="sr-only">{agent.name}</span>
        </span>
      </Button>
      {!agent.isPublic && (
        <Button
          size="small"
          className="max-md:min-h-11"
          aria-disabled={publish.isPending}
          onClick={() => publish.isPending || publish.mutate(agent)}
        >
          <span>
            Publish <span className="sr-only">{agent.name}</span>
          </span>
        </Button>
      )}
    </>
  )
}
