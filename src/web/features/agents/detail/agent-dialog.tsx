import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import type { Agent, AgentSummary } from '../../../../shared/agents/agents.ts'
import { ElsewhereButton } from '../../../blocks/elsewhere/elsewhere-button.tsx'
import { MadeBy } from '../../../blocks/people/made-by.tsx'
import { ShareButton } from '../../../blocks/share/share-button.tsx'
import { sharedAgent } from '../../../blocks/share/shared.ts'
import { ApiError, useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { requireSignIn } from '../../../lib/http/identity.ts'
import { useHere } from '../../../lib/session/viewer.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { endlessClass } from '../../../ui/endless.ts'
import { StarIcon, UpvoteIcon } from '../../../ui/icons.tsx'
import { Picture } from '../../../ui/picture/picture.tsx'
import { agentQuery } from '../api/agent.ts'
import type { FavouriteAgent } from '../api/favourites.ts'
import { usePublishAgent } from '../api/use-publish-agent.ts'
import { useUpvote } from '../api/use-upvote.ts'
import { ExportButton } from '../cards/export-button.tsx'
import { CategoryLabel } from '../category-label.tsx'
import type { DialogPlace } from '../dialog-place.ts'
import { DraftMark } from '../draft-mark.tsx'
import { useFavouriteToggle } from '../favourite/use-favourite-toggle.ts'
import { TagList } from '../tag-list.tsx'
import * as texts from '../texts.tsx'
import { TokenLink } from '../token-link.tsx'
import { LikeThis } from './like-this.tsx'

/** Section 2: the details of an agent. The fields that the list has are shown while the others load. */
export default function AgentDialog(props: {
  id: string
  summary: AgentSummary | undefined
  place: DialogPlace
}) {
  const api = useApi()
  const here = useHere()
  const viewer = here.state === 'signed-in' ? here.address : null
  const { data, error, refetch } = useQuery(agentQuery(api, props.id, viewer))
  const agent = data ?? (error ? undefined : props.summary)
  return (
    <Dialog
      open
      width="wide"
      title={agent?.name ?? (error ? texts.agentLost : texts.agentUnknown)}
      onClose={props.place.close}
    >
      {agent ? (
        <div className="grid gap-x-7 gap-y-5 md:grid-cols-[280px_minmax(0,1fr)] md:grid-rows-[auto_1fr_auto]">
          <Portrait agent={agent} />
          <div className="grid content-start gap-5 md:row-span-2">
            <p className="text-[15px] wrap-anywhere text-soft">{agent.description}</p>
            <Actions agent={agent} detail={data} viewer={viewer} place={props.place} />
            <Section title={texts.personality}>
              {data ? (
                <FoldedText text={data.personality} />
              ) : (
                <div className="grid gap-2">
                  <div className="skeleton h-3.5" />
                  <div className="skeleton h-3.5 w-2/3" />
                </div>
              )}
            </Section>
          </div>
          <div className="grid content-start gap-5">
            <Section title={texts.capabilities}>
              <TagList
                label={texts.capabilities}
                tags={agent.capabilities}
                leadTo={(tag) => `/vacant?${new URLSearchParams({ tag })}`}
              />
            </Section>
            <Section title={texts.knowledgeDomains}>
              <TagList label={texts.knowledgeDomains} tags={agent.knowledgeDomains} />
            </Section>
            {data && data.documents > 0 && (
              <Section title={texts.documents}>
                <p className="text-sm text-soft">{texts.answersFromDocuments(data.documents)}</p>
              </Section>
            )}
          </div>
          <LikeThis id={agent.id} viewer={viewer} place={props.place} />
        </div>
      ) : error ? (
        <Missing error={error} onRetry={() => void refetch()} />
      ) : (
        <div aria-busy="true" className="grid gap-x-7 gap-y-6 md:grid-cols-[280px_minmax(0,1fr)]">
          <p role="status" className="sr-only">
            {texts.loading}
          </p>
          <div className="skeleton aspect-square max-md:hidden" />
          <div className="grid content-start gap-3">
            <div className="skeleton h-4" />
            <div className="skeleton h-4 w-3/4" />
            <div className="skeleton mt-4 h-11 w-64 max-w-full" />
          </div>
        </div>
      )}
    </Dialog>
  )
}

function Portrait({ agent }: { agent: AgentSummary }) {
  return (
    <div className="relative overflow-hidden bg-deep max-md:-mx-6 md:self-start">
      <Picture
        src={agent.pictureUrl}
        alt=""
        width={300}
        height={300}
        sizes="(min-width: 48rem) 280px, 100vw"
        className="aspect-[16/9] w-full object-cover md:aspect-square"
      />
      <div className="absolute inset-x-0 top-1/2 bottom-0 [background-image:linear-gradient(to_bottom,transparent,var(--color-raised))]" />
      <CategoryLabel category={agent.category} className="absolute bottom-3 left-6 md:left-3.5" />
      {!agent.isPublic && <DraftMark />}
    </div>
  )
}

function Actions(props: {
  agent: AgentSummary
  detail: Agent | undefined
  viewer: string | null
  place: DialogPlace
}) {
  const { agent } = props
  const { address } = useHere()
  const publish = usePublishAgent()
  const own = address === agent.owner
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
          <Button
            aria-disabled={publish.isPending}
            onClick={() => publish.isPending || publish.mutate(agent)}
          >
            {publish.isPending ? texts.publishing : texts.publish}
          </Button>
        )}
        <UpvoteButton agent={agent} detail={props.detail} viewer={props.viewer} />
        <FavouriteButton agent={agent} kept={props.detail?.favourite} />
        <ShareButton icon shared={sharedAgent(agent)} className="max-md:-order-1" />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="text-sm text-muted">
          {agent.handle !== null && <span className="mr-3 font-mono text-soft">@{agent.handle}</span>}
          <MadeBy wallet={agent.owner} name={agent.ownerName} />
        </p>
        <div className="-mr-2 flex items-center">
          <ElsewhereButton agent={agent} size="small" tone="quiet" />
          {(agent.isPublic || own) && <ExportButton size="small" tone="quiet" agent={agent} />}
        </div>
      </div>
      <TokenLink
        agent={agent}
        className="justify-self-start text-sm text-cyan underline-offset-4 hover:underline"
      >
        {texts.token}
      </TokenLink>
    </div>
  )
}

/** A long text, folded after three lines until it is opened. */
function FoldedText({ text }: { text: string }) {
  const [open, setOpen] = useState(false)
  const [isLong, setIsLong] = useState(false)
  const id = useId()
  return (
    <div className="grid justify-items-start gap-1.5">
      <p
        id={id}
        ref={(paragraph) => {
          if (paragraph && !open) setIsLong(paragraph.scrollHeight > paragraph.clientHeight + 1)
        }}
        className={`${endlessClass(text)} text-sm wrap-anywhere whitespace-pre-line text-soft ${open ? '' : 'line-clamp-3'}`}
      >
        {text}
      </p>
      {isLong && (
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="min-h-8 text-sm text-cyan underline-offset-4 hover:underline max-md:min-h-11"
        >
          {open ? texts.showLess : texts.showMore}
        </button>
      )}
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-2.5 border-t border-line pt-4">
      <h3 className="label">{title}</h3>
      {children}
    </section>
  )
}

function Missing({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const gone = error instanceof ApiError && error.status < 500 && error.status !== 429
  return (
    <div role="alert" className="grid justify-items-start gap-4">
      <p className="text-soft">{gone ? texts.noSuchAgent : explainError(error)}</p>
      {!gone && <Button onClick={onRetry}>{texts.tryAgain}</Button>}
    </div>
  )
}

/** The favourite button with a label. */
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
