import { Suspense } from 'react'
import type { Agent, AgentSummary } from '../../../../shared/agents/agents.ts'
import { shortAddress } from '../../../../shared/text/short-address.ts'
import { ElsewhereButton } from '../../../blocks/elsewhere/elsewhere-button.tsx'
import { MadeBy } from '../../../blocks/people/made-by.tsx'
import { ShareButton } from '../../../blocks/share/share-button.tsx'
import { sharedAgent } from '../../../blocks/share/shared.ts'
import { requireSignIn } from '../../../lib/http/identity.ts'
import { useHere } from '../../../lib/session/viewer.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { StarIcon, UpvoteIcon } from '../../../ui/icons.tsx'
import { optionalPart } from '../../../ui/optional-part.ts'
import type { FavouriteAgent } from '../api/favourites.ts'
import { useUpvote } from '../api/use-upvote.ts'
import { ExportButton } from '../cards/export-button.tsx'
import type { DialogPlace } from '../dialog-place.ts'
import { useFavouriteToggle } from '../favourite/use-favourite-toggle.ts'
import { usePublishAgent } from '../signed/use-publish-agent.ts'
import * as agentTexts from '../texts.ts'
import { TokenLink } from '../token-link.tsx'
import * as texts from './texts.ts'

const LooksLikeNote = optionalPart(() => import('../../../blocks/looks-like/looks-like-note.tsx'))

/** What a viewer can do with an agent, in its dialog, and whose it is. */
export function AgentActions(props: {
  agent: AgentSummary
  detail: Agent | undefined
  viewer: string | null
  place: DialogPlace
}) {
  const { agent } = props
  const { address } = useHere()
  const publish = usePublishAgent(agent)
  const own = address === agent.owner
  const shared = sharedAgent(agent)
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-3">
        {/* It replaces the dialog's entry in the history, so that Back returns to the list. No button is left alone on a
            line: on a phone the icon stands beside the first one. */}
        <ButtonLink
          to={`/chat/${agent.id}`}
          replace={props.place.openedHere}
          tone="primary"
          className="max-md:-order-2"
        >
          {texts.openChat}
        </ButtonLink>
        {!agent.isPublic && own && (
          <Button aria-disabled={publish.isPending} onClick={() => publish.mutate()}>
            {publish.isPending ? texts.publishing : agentTexts.publish}
          </Button>
        )}
        <UpvoteButton agent={agent} detail={props.detail} viewer={props.viewer} />
        <FavouriteButton agent={agent} kept={props.detail?.favourite} />
        {shared && <ShareButton icon shared={shared} className="max-md:-order-1" />}
      </div>
      <MakerLine agent={agent} own={own} />
      {props.detail?.looksLike && (
        <Suspense>
          <LooksLikeNote like={props.detail.looksLike} mine={own ? 'agent' : undefined} />
        </Suspense>
      )}
      <TokenLink
        agent={agent}
        className="justify-self-start text-sm text-cyan underline-offset-4 hover:underline"
      >
        {agentTexts.token}
      </TokenLink>
    </div>
  )
}

/** Whose it is, beside the ways to have it elsewhere. */
function MakerLine({ agent, own }: { agent: AgentSummary; own: boolean }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <p className="text-sm text-muted">
        {agent.handle !== null && <span className="mr-3 font-mono text-soft">@{agent.handle}</span>}
        <MadeBy wallet={agent.owner} name={agent.ownerName} />
        {agent.marked && agent.ownerName && (
          <span className="ml-2 font-mono">{shortAddress(agent.owner)}</span>
        )}
      </p>
      <div className="-mr-2 flex items-center max-md:-ml-2.5">
        <ElsewhereButton agent={agent} size="small" tone="quiet" />
        {(agent.isPublic || own) && <ExportButton size="small" tone="quiet" agent={agent} />}
      </div>
    </div>
  )
}

function FavouriteButton(props: {
  agent: FavouriteAgent
  /** Undefined while it is not known. */
  kept: boolean | undefined
}) {
  const { on, isKnown, toggle } = useFavouriteToggle(props.agent, props.kept)
  return (
    <Button
      aria-pressed={on}
      aria-disabled={!isKnown}
      onClick={toggle}
      className="aria-pressed:bg-cyan/15 aria-pressed:text-cyan"
    >
      <StarIcon width={16} height={16} fill={on ? 'currentColor' : 'none'} />
      {texts.favourite}
    </Button>
  )
}

/** Decision 10: one upvote per wallet, which can be removed. A visitor is asked to sign in first. */
function UpvoteButton(props: {
  agent: AgentSummary
  /** The whole agent once it has loaded; it includes whether the viewer has upvoted. */
  detail: Agent | undefined
  viewer: string | null
}) {
  const upvote = useUpvote(props.agent.id)
  const { upvotes } = props.agent
  // The cached agent may be from an earlier session, but only a wallet has an upvote.
  const upvoted = props.viewer !== null && props.detail?.upvoted === true
  const toggle = async () => {
    if (!props.detail) return
    if (props.viewer === null) {
      if ((await requireSignIn()) !== null && !props.detail.upvoted)
        upvote.mutate({ upvoted: true, upvotes: upvotes + 1 })
    } else upvote.mutate({ upvoted: !upvoted, upvotes: upvotes + (upvoted ? -1 : 1) })
  }
  return (
    <Button
      aria-pressed={upvoted}
      aria-disabled={!props.detail}
      onClick={() => void toggle()}
      className="aria-pressed:bg-cyan/15 aria-pressed:text-cyan"
    >
      <UpvoteIcon width={15} height={15} fill={upvoted ? 'currentColor' : 'none'} />
      <span>
        {texts.upvote} <span className="tabular-nums">{upvotes.toLocaleString('en-US')}</span>
      </span>
    </Button>
  )
}
