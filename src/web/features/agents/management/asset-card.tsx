import { Link } from 'react-router'
import type { AgentSummary } from '../../../../shared/agents.ts'
import { Button } from '../../../ui/button.tsx'
import { EyeIcon, EyeOffIcon, PencilIcon, TrashIcon } from '../../../ui/icons.tsx'
import { usePublishAgent } from '../api/use-publish-agent.ts'
import { CardPicture } from '../card-picture.tsx'
import { useVisibility } from './use-visibility.ts'

/** One of the owner's agents: the card leads to its chat, the controls lie above that link. */
export function AssetCard(props: {
  agent: AgentSummary
  onToggled: (failed: boolean) => void
  onEdit: () => void
  onDelete: () => void
}) {
  const { agent } = props
  const visibility = useVisibility(props.onToggled)
  const publish = usePublishAgent()
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
        <p className="mt-auto flex items-center gap-2.5 pt-4 text-[13px]">
          <span className="label">Neural Link</span>
          <span
            aria-hidden="true"
            className={`dot ml-auto ${active ? 'dot-live [--hue:var(--color-good)]' : '[--hue:var(--color-muted)]'}`}
          />
          <span className={active ? 'text-good' : 'text-muted'}>{active ? 'Active' : 'Dormant'}</span>
        </p>
        <div className="relative z-10 mt-3.5 flex flex-wrap gap-2 border-t border-line pt-3.5">
          <Button
            size="small"
            className="max-md:min-h-11"
            aria-disabled={visibility.isPending}
            onClick={() => visibility.isPending || visibility.mutate(agent)}
          >
            {active ? <EyeOffIcon width={16} height={16} /> : <EyeIcon width={16} height={16} />}
            <span>
              {active ? 'Hide' : 'Show'} <span className="sr-only">{agent.name}</span>
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
          <Button
            size="small"
            icon
            tone="quiet"
            className="ml-auto max-md:size-11"
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
    </article>
  )
}
