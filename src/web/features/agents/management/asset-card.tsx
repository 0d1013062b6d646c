import type { Agent, AgentSummary } from '../../../../shared/agents/agents.ts'
import { Link } from '../../../lib/router/router.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyIcon, PencilIcon, TrashIcon } from '../../../ui/icons.tsx'
import { CardPicture } from '../card-picture.tsx'
import { TokenLink } from '../token-link.tsx'
import { NeuralLink } from './neural-link.tsx'
import { ReachButtons } from './reach-buttons.tsx'
import { useDuplicateAgent } from './use-duplicate-agent.ts'

/** One of the owner's agents: the card leads to its chat, the controls lie above that link. */
export function AssetCard(props: {
  agent: AgentSummary
  onToggled: (failed: boolean) => void
  onEdit: () => void
  onDelete: () => void
  onDuplicated: (draft: Agent) => void
}) {
  const { agent } = props
  const duplicate = useDuplicateAgent(props.onDuplicated)
  const active = agent.visibilityEnabled
  return (
    <article className="panel hairline cut flex flex-col transition-[background,translate] duration-200 hover:-translate-y-0.5 hover:bg-[#0f1a2b]">
      <div className={active ? '' : 'opacity-60 grayscale'}>
        <CardPicture agent={agent} eager={false} />
      </div>
      <div className="flex flex-1 flex-col px-4.5 pt-4 pb-4.5">
        <h2 className="line-clamp-2 text-[18px] leading-tight font-semibold wrap-anywhere">
          <Link
            to={`/chat/${agent.id}`}
            className="outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-3 focus-visible:after:outline-cyan"
          >
            {agent.name}
          </Link>
        </h2>
        <p className="mt-1.5 line-clamp-2 text-[13.5px] wrap-anywhere text-soft">{agent.description}</p>
        <TokenLink
          agent={agent}
          className="relative z-10 -my-2 self-start text-[13px] text-soft hover:text-white"
        >
          Token on pump.fun
        </TokenLink>
        <NeuralLink active={active} className="mt-auto pt-4" />
        <div className="relative z-10 mt-3.5 flex flex-wrap gap-2 border-t border-line pt-3.5">
          <ReachButtons agent={agent} onToggled={props.onToggled} />
          <div className="ml-auto flex">
            <Button
              size="small"
              icon
              tone="quiet"
              className="max-md:size-11"
              aria-label={`Duplicate ${agent.name}`}
              aria-disabled={duplicate.isPending}
              onClick={() => duplicate.isPending || duplicate.mutate(agent)}
            >
              <CopyIcon width={18} height={18} />
            </Button>
            <Button
              size="small"
              icon
              tone="quiet"
              className="max-md:size-11"
              aria-label={`Edit ${agent.name}`}
              onClick={props.onEdit}
            >
              <PencilIcon width={18} height={18} />
            </Button>
            <Button
              size="small"
              icon
              tone="quiet"
              className="max-md:size-11"
              aria-label={`Delete ${agent.name}`}
              onClick={props.onDelete}
            >
              <TrashIcon width={18} height={18} />
            </Button>
          </div>
        </div>
      </div>
    </article>
  )
}
