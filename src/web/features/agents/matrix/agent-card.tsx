import type { ComponentProps } from 'react'
import { agentFields } from '../../../../shared/agents/agent-fields.ts'
import type { AgentSummary } from '../../../../shared/agents/agents.ts'
import { CARD_CAPABILITIES } from '../../../../shared/common/limits.ts'
import { shortAddress } from '../../../../shared/text/short-address.ts'
import { Link } from '../../../lib/router/router.tsx'
import { UpvoteIcon } from '../../../ui/icons.tsx'
import { CardPicture } from '../card-picture.tsx'
import { usePublishAgent } from '../signed/use-publish-agent.ts'
import { TagList } from '../tag-list.tsx'
import * as agentTexts from '../texts.ts'
import { TokenLink } from '../token-link.tsx'
import * as texts from './texts.tsx'

const action =
  'display relative z-10 -my-3 min-h-11 text-xs font-semibold tracking-[0.12em] text-cyan uppercase [overflow-wrap:break-word] hover:text-white'

/** An agent of the matrix: the whole card is the link of its name, with further controls above the link. */
export function AgentCard(props: {
  agent: AgentSummary
  eager: boolean
  opens: Pick<ComponentProps<typeof Link>, 'to' | 'state'>
  onQuickChat: () => void
}) {
  const { agent } = props
  return (
    // On a phone, where the cards are in one column, a card far below is not rendered and its picture is not fetched.
    <article className="panel hairline cut group flex flex-col max-sm:[contain-intrinsic-block-size:auto_460px] max-sm:[content-visibility:auto] transition-[background,translate] duration-200 focus-within:bg-[#0f1a2b] hover:-translate-y-0.5 hover:bg-[#0f1a2b]">
      <CardPicture agent={agent} eager={props.eager} />
      <div className="flex flex-1 flex-col px-4.5 pt-4 pb-4.5">
        <h2 className="line-clamp-2 text-18 leading-tight font-semibold wrap-anywhere">
          <Link
            {...props.opens}
            className="outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-3 focus-visible:after:outline-cyan"
          >
            {agent.name}
          </Link>
        </h2>
        {(agent.ownerName || agent.marked) && (
          <p className="text-13 text-muted">
            {texts.madeBy(
              <Link
                to={`/by/${agent.ownerName ?? agent.owner}`}
                className="relative z-10 -my-1 inline-block py-1 text-violet underline-offset-4 hover:underline"
              >
                {agent.ownerName ?? shortAddress(agent.owner)}
              </Link>,
            )}
            {/* A name that is taken for a well-known one says less than the address does. */}
            {agent.ownerName && agent.marked && ` · ${shortAddress(agent.owner)}`}
          </p>
        )}
        <p className="mt-1.5 mb-3.5 line-clamp-2 text-[0.84375rem] wrap-anywhere text-soft">
          {agent.description}
        </p>
        <TagList
          label={agentFields.capabilities.label}
          tags={agent.capabilities.slice(0, CARD_CAPABILITIES)}
        />
        <div className="mt-auto pt-4">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-6 border-t border-line pt-3 text-13 text-muted">
            {agent.isPublic ? (
              <span className="flex items-center gap-1.5 tabular-nums">
                <UpvoteIcon width={13} height={13} fill="currentColor" />
                <span>
                  {agent.upvotes.toLocaleString('en-US')} <span className="sr-only">{texts.upvotes}</span>
                </span>
              </span>
            ) : (
              <PublishAction agent={agent} />
            )}
            <TokenLink agent={agent} className="relative z-10 -my-3 text-soft hover:text-white">
              {texts.tokenShort}
            </TokenLink>
            <button
              type="button"
              aria-label={texts.quickChatWith(agent.name)}
              className={`${action} ml-auto`}
              onClick={props.onQuickChat}
            >
              {texts.quickChat}
            </button>
          </div>
        </div>
      </div>
    </article>
  )
}

function PublishAction({ agent }: { agent: AgentSummary }) {
  const publish = usePublishAgent(agent)
  return (
    <button
      type="button"
      className={action}
      aria-disabled={publish.isPending}
      onClick={() => publish.mutate()}
    >
      {agentTexts.publish} <span className="sr-only">{agent.name}</span>
    </button>
  )
}

/** The placeholder of an agent's card, so that the layout does not shift. */
export function AgentCardSkeleton() {
  return (
    <div aria-hidden="true" data-testid="agent-skeleton" className="panel hairline cut flex flex-col">
      <div className="skeleton aspect-[4/3]" />
      <div className="grid gap-3 p-4.5">
        <div className="skeleton h-5 w-2/5" />
        <div className="skeleton h-3.5 w-full" />
        <div className="skeleton h-3.5 w-3/4" />
        <div className="mt-2 flex gap-1.5">
          <div className="skeleton h-6 w-24" />
          <div className="skeleton h-6 w-28" />
        </div>
        <div className="skeleton h-6 w-24" />
        <div className="skeleton mt-7 h-3.5 w-full" />
      </div>
    </div>
  )
}
