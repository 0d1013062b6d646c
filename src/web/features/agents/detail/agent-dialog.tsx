import { useQuery } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import { agentFields, type FieldName } from '../../../../shared/agents/agent-fields.ts'
import type { Agent, AgentSummary } from '../../../../shared/agents/agents.ts'
import { asShown } from '../../../../shared/agents/macros.ts'
import type { AgentTools } from '../../../../shared/tools/agent-tools.ts'
import { ownToolWords } from '../../../../shared/tools/own-tool-words.ts'
import { Waiting } from '../../../blocks/list/waiting.tsx'
import { ApiError, useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { useHere } from '../../../lib/session/viewer.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { optionalPart } from '../../../ui/optional-part.ts'
import { Picture } from '../../../ui/picture/picture.tsx'
import { agentQuery } from '../api/agent.ts'
import { CategoryLabel } from '../category-label.tsx'
import type { DialogPlace } from '../dialog-place.ts'
import { DraftMark } from '../draft-mark.tsx'
import { TagList } from '../tag-list.tsx'
import * as agentTexts from '../texts.ts'
import { AgentActions } from './agent-actions.tsx'
import { FoldedText } from './folded-text.tsx'
import { LikeThis } from './like-this.tsx'
import * as texts from './texts.ts'

const Provenance = optionalPart(() => import('../signed/provenance.tsx'))
const SinceLastTime = optionalPart(() => import('../../../blocks/memory/since-last-time.tsx'))
const Ratings = optionalPart(() => import('../ratings/ratings-section.tsx'))
const ReportButton = optionalPart(() => import('../../../blocks/report/report-button.tsx'))

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
  // Their owner gets the texts as they were written.
  const detail = data && asShown(data)
  const agent = detail ?? (error ? undefined : props.summary)
  return (
    <Dialog
      open
      width="wide"
      title={agent?.name ?? (error ? texts.agentLost : texts.agentUnknown)}
      onClose={props.place.close}
    >
      {agent ? (
        <Shown agent={agent} detail={detail} stored={data} viewer={viewer} place={props.place} />
      ) : error ? (
        <Missing error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </Dialog>
  )
}

/** @param stored the agent as its owner wrote it, once it has loaded */
function Shown({
  agent,
  detail,
  stored,
  viewer,
  place,
}: {
  agent: AgentSummary
  detail: Agent | undefined
  stored: Agent | undefined
  viewer: string | null
  place: DialogPlace
}) {
  return (
    <div className="grid gap-x-7 gap-y-5 md:grid-cols-[280px_minmax(0,1fr)] md:grid-rows-[auto_1fr_auto]">
      <Portrait agent={agent} />
      <div className="grid content-start gap-5 md:row-span-2">
        <p className="text-15 wrap-anywhere text-soft">{agent.description}</p>
        <AgentActions agent={agent} detail={stored} viewer={viewer} place={place} />
        {viewer !== null && (
          <Suspense fallback={<div className="h-11" />}>
            <SinceLastTime agent={agent} owner={viewer} />
          </Suspense>
        )}
        {fieldsAt('beside', agent, detail)}
        {stored?.tools && <OwnTools of={stored.tools} />}
        <Suspense fallback={<div className="h-20" />}>
          <Ratings agentId={agent.id} viewer={viewer} />
        </Suspense>
      </div>
      <div className="grid content-start gap-5">
        {fieldsAt('below', agent, detail)}
        {stored && stored.documents > 0 && (
          <Section title={agentTexts.documents}>
            <p className="text-sm text-soft">{texts.answersFromDocuments(stored.documents)}</p>
          </Section>
        )}
        {stored && (
          <Suspense fallback={null}>
            <Provenance agent={stored} viewer={viewer} />
          </Suspense>
        )}
      </div>
      {viewer !== agent.owner && (
        <Suspense fallback={null}>
          <ReportButton
            subject={{ kind: 'agent', subject: agent.id }}
            title={agent.name}
            picture={agent.pictureUrl}
            className="justify-self-start md:col-start-2"
          />
        </Suspense>
      )}
      <LikeThis id={agent.id} viewer={viewer} place={place} />
    </div>
  )
}

/** Those of servers are their owner's business. */
function OwnTools({ of: { own } }: { of: AgentTools }) {
  if (own.length === 0) return null
  return (
    <Section title={agentTexts.toolsSection}>
      <p className="text-sm text-pretty text-soft">
        {own.map((name) => ownToolWords[name].name).join(' · ')}
      </p>
    </Section>
  )
}

type Place = 'beside' | 'below'

const shownFields = {
  personality: { at: 'beside', Value: FoldedText },
  capabilities: { at: 'below', Value: Capabilities },
  knowledgeDomains: { at: 'below', Value: Tags },
} as const satisfies Record<Exclude<FieldName, HeadField>, { at: Place; Value: unknown }>

/**
 * The title, the portrait with its category, the description, and the link to the token. Its model is named in its chat,
 * with who pays.
 */
type HeadField = 'name' | 'category' | 'description' | 'imageUrl' | 'pumpToken' | 'model' | 'tools'

function fieldsAt(place: Place, agent: AgentSummary, detail: Agent | undefined) {
  const names = (Object.keys(shownFields) as (keyof typeof shownFields)[]).filter(
    (name) => shownFields[name].at === place,
  )
  return names.map((name) => {
    const Value = shownFields[name].Value as ComponentType<{ of: unknown; label: string }>
    const { label } = agentFields[name]
    // What lists have not comes with the agent itself.
    const value = (detail ?? (agent as Partial<Agent>))[name]
    if (value === '') return null
    return (
      <Section key={name} title={label}>
        {value === undefined ? <ValueLoading /> : <Value of={value} label={label} />}
      </Section>
    )
  })
}

function Tags({ of, label }: { of: readonly string[]; label: string }) {
  return <TagList label={label} tags={of} />
}

function Capabilities({ of, label }: { of: readonly string[]; label: string }) {
  return <TagList label={label} tags={of} leadTo={(tag) => `/vacant?${new URLSearchParams({ tag })}`} />
}

function ValueLoading() {
  return (
    <div className="grid gap-2">
      <div className="skeleton h-3.5" />
      <div className="skeleton h-3.5 w-2/3" />
    </div>
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
        className="aspect-[16/9] w-full object-cover max-md:max-h-[30dvh] md:aspect-square"
      />
      <div className="absolute inset-x-0 top-1/2 bottom-0 [background-image:linear-gradient(to_bottom,transparent,var(--color-raised))]" />
      <CategoryLabel category={agent.category} className="absolute bottom-3 left-6 md:left-3.5" />
      {!agent.isPublic && <DraftMark />}
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

function Loading() {
  return (
    <Waiting words={agentTexts.loading} look="grid gap-x-7 gap-y-6 md:grid-cols-[280px_minmax(0,1fr)]">
      <div className="skeleton aspect-square max-md:hidden" />
      <div className="grid content-start gap-3">
        <div className="skeleton h-4" />
        <div className="skeleton h-4 w-3/4" />
        <div className="skeleton mt-4 h-11 w-64 max-w-full" />
      </div>
    </Waiting>
  )
}

function Missing({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const gone = error instanceof ApiError && error.status < 500 && error.status !== 429
  return (
    <div role="alert" className="grid justify-items-start gap-4">
      <p className="text-soft">{gone ? texts.noSuchAgent : explainError(error)}</p>
      {!gone && <Button onClick={onRetry}>{agentTexts.tryAgain}</Button>}
    </div>
  )
}
