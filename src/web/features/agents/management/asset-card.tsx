import type { Agent, AgentSummary } from '../../../../shared/agents/agents.ts'
import { ShareButton } from '../../../blocks/share/share-button.tsx'
import { sharedAgent } from '../../../blocks/share/shared.ts'
import { Link } from '../../../lib/router/router.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { CardPicture } from '../card-picture.tsx'
import * as agentTexts from '../texts.ts'
import { TokenLink } from '../token-link.tsx'
import { AssetMenu } from './asset-menu.tsx'
import { NeuralLink } from './neural-link.tsx'
import { ReachButtons } from './reach-buttons.tsx'
import * as texts from './texts.ts'

/** Three words and a menu have to fit into the narrowest card. */
const action = 'px-3 max-md:min-h-11'

/** One of the owner's agents: the card links to its chat, with the controls above that link. */
export function AssetCard(props: {
  agent: AgentSummary
  isNew: boolean
  onToggled: (failed: boolean) => void
  onEdit: () => void
  onDocuments: () => void
  onGive: () => void
  onDelete: () => void
  onDuplicated: (draft: Agent) => void
}) {
  const { agent, isNew } = props
  const isDown = agent.moderation === 'down'
  const active = agent.visibilityEnabled && !isDown
  const shared = sharedAgent(agent)
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
            {texts.justMade}
          </p>
        )}
        <h2 className="line-clamp-2 text-18 leading-tight font-semibold wrap-anywhere">
          <Link
            to={`/chat/${agent.id}`}
            className="outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-3 focus-visible:after:outline-cyan"
          >
            {agent.name}
          </Link>
        </h2>
        {agent.handle !== null && (
          <p className="mt-1 truncate font-mono text-13 text-muted">{`@${agent.handle}`}</p>
        )}
        <p className="mt-1.5 line-clamp-2 text-[0.84375rem] wrap-anywhere text-soft">{agent.description}</p>
        {agent.goneModel !== undefined && (
          <p className="mt-2 border-l-2 border-warning pl-2.5 text-13 wrap-anywhere text-soft">
            {texts.modelGone(agent.goneModel)}
          </p>
        )}
        {agent.moderation !== undefined && (
          <p className="mt-2 border-l-2 border-warning pl-2.5 text-13 wrap-anywhere text-soft">
            {texts.moderated[agent.moderation]}
          </p>
        )}
        <TokenLink
          agent={agent}
          className="relative z-10 -my-2 self-start text-13 text-soft hover:text-white"
        >
          {agentTexts.token}
        </TokenLink>
        <div className="relative z-10 mt-auto flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-2 pt-4">
          <NeuralLink active={active} stacked />
          <div className="flex gap-2">
            {!isDown && <ReachButtons agent={agent} onToggled={props.onToggled} />}
          </div>
        </div>
        <div className="relative z-10 mt-3.5 flex flex-wrap items-center gap-1.5 border-t border-line pt-3.5">
          {!isDown && (
            <ButtonLink
              to={`/chat/${agent.id}`}
              aria-label={texts.talkWith(agent.name)}
              {...(isNew && { state: { takesFocus: true }, tone: 'primary' })}
              size="small"
              className={action}
            >
              {texts.talk}
            </ButtonLink>
          )}
          <Button
            size="small"
            className={action}
            aria-label={agentTexts.editNamed(agent.name)}
            onClick={props.onEdit}
          >
            {agentTexts.edit}
          </Button>
          {shared && <ShareButton size="small" shared={shared} className={`${action} [&_svg]:hidden`} />}
          <div className="-mr-2 ml-auto">
            <AssetMenu
              agent={agent}
              onDocuments={props.onDocuments}
              onGive={props.onGive}
              onDelete={props.onDelete}
              onDuplicated={props.onDuplicated}
            />
          </div>
        </div>
      </div>
    </article>
  )
}
