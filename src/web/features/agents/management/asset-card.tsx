import type { Agent, AgentSummary } from '../../../../shared/agents/agents.ts'
import { ElsewhereButton } from '../../../blocks/elsewhere/elsewhere-button.tsx'
import { ShareButton } from '../../../blocks/share/share-button.tsx'
import { sharedAgent } from '../../../blocks/share/shared.ts'
import { Link } from '../../../lib/router/router.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { CopyIcon, DocumentIcon, GiveIcon, PencilIcon, TrashIcon } from '../../../ui/icons.tsx'
import { CardPicture } from '../card-picture.tsx'
import { ExportButton } from '../cards/export-button.tsx'
import { TokenLink } from '../token-link.tsx'
import { NeuralLink } from './neural-link.tsx'
import { ReachButtons } from './reach-buttons.tsx'
import { useDuplicateAgent } from './use-duplicate-agent.ts'

/** One of the owner's agents: the card links to its chat, with the controls above that link. */
export function AssetCard(props: {
  agent: AgentSummary
  /** Whether it was just created. */
  isNew: boolean
  onToggled: (failed: boolean) => void
  onEdit: () => void
  onDocuments: () => void
  onGive: () => void
  onDelete: () => void
  onDuplicated: (draft: Agent) => void
}) {
  const { agent, isNew } = props
  const duplicate = useDuplicateAgent(props.onDuplicated)
  const active = agent.visibilityEnabled
  return (
    <article
      className={`panel hairline cut flex flex-col transition-[background,translate] duration-200 hover:-translate-y-0.5 hover:bg-[#0f1a2b] ${isNew ? '[--color-line-strong:rgb(34_230_255/0.75)]' : ''}`}
    >
      <div className={active ? '' : 'opacity-60 [filter:grayscale(1)]'}>
        <CardPicture agent={agent} eager={false} />
      </div>
      <div className="flex flex-1 flex-col px-4.5 pt-4 pb-4.5">
        {isNew && (
          <p className="label mb-2 flex items-center gap-2 text-cyan">
            <span aria-hidden="true" className="dot dot-live" />
            Just initialized
          </p>
        )}
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
        {isNew && (
          <div className="relative z-10 mt-3.5 flex flex-wrap gap-2">
            <ButtonLink
              to={`/chat/${agent.id}`}
              state={{ takesFocus: true }}
              tone="primary"
              size="small"
              className="max-md:min-h-11"
            >
              <span>
                Talk to it <span className="sr-only">{agent.name}</span>
              </span>
            </ButtonLink>
            <ShareButton size="small" shared={sharedAgent(agent)} />
          </div>
        )}
        <div className="relative z-10 mt-3.5 flex flex-wrap items-start gap-2 border-t border-line pt-3.5">
          <ReachButtons agent={agent} onToggled={props.onToggled} />
          <div className="ml-auto flex max-w-52 flex-wrap justify-end">
            <ExportButton size="small" icon tone="quiet" agent={agent} />
            <ElsewhereButton agent={agent} size="small" tone="quiet" />
            {!isNew && <ShareButton size="small" icon tone="quiet" shared={sharedAgent(agent)} />}
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
              aria-label={`Documents of ${agent.name}`}
              onClick={props.onDocuments}
            >
              <DocumentIcon width={18} height={18} />
            </Button>
            <Button
              size="small"
              icon
              tone="quiet"
              className="max-md:size-11"
              aria-label={`Give ${agent.name} away`}
              onClick={props.onGive}
            >
              <GiveIcon width={18} height={18} />
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
