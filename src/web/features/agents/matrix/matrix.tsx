import { type ComponentProps, Fragment, Suspense, useEffect, useRef, useState } from 'react'
import { type Category, categories, categoryNames } from '../../../../shared/agents/agent-defaults.ts'
import { agentFields } from '../../../../shared/agents/agent-fields.ts'
import type { AgentSummary } from '../../../../shared/agents/agents.ts'
import { FailedPanel } from '../../../blocks/list/instead.tsx'
import { ListView, Skeletons } from '../../../blocks/list/list-view.tsx'
import { Link } from '../../../lib/router/router.tsx'
import { Button } from '../../../ui/button.tsx'
import { SearchBox, type SearchBoxProps } from '../../../ui/form/search-box.tsx'
import { PlusIcon, SearchIcon } from '../../../ui/icons.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import type { AgentFilter } from '../api/agent-list.ts'
import { CardImport } from '../cards/card-import.tsx'
import { useDialogPlace } from '../dialog-place.ts'
import * as agentTexts from '../texts.ts'
import { AgentCard, AgentCardSkeleton } from './agent-card.tsx'
import { MatrixOptions } from './matrix-options.tsx'
import * as texts from './texts.tsx'
import { useMatrix } from './use-matrix.ts'

const AgentDialog = lazyPart(() => import('../detail/agent-dialog.tsx'))
const OlderCreateDialog = lazyPart(() => import('../older-create/older-create-dialog.tsx'))

/** Section 2: the Neural Entity Matrix, the public list of agents. */
export function Matrix({ onQuickChat }: { onQuickChat: (agent: AgentSummary) => void }) {
  const { filter, list } = useMatrix()
  const detail = useDialogPlace('agent')
  const create = useDialogPlace('create')
  const creating = create.value !== null
  /** The dialog keeps its form while it is closed. It is not rendered on the server. */
  const [createMounted, setCreateMounted] = useState(false)
  useEffect(() => {
    if (creating) setCreateMounted(true)
  }, [creating])
  const searchBox = useRef<HTMLInputElement>(null)
  const clear = () => {
    filter.clear()
    searchBox.current?.focus()
  }
  return (
    <div className="wrap pt-9 pb-20 max-sm:pt-6 md:pt-13">
      <h1 className="text-30 leading-[1.05] font-bold max-sm:text-25 md:text-38">{texts.matrixTitle}</h1>
      <p className="mt-2 text-soft max-sm:mt-1.5 max-sm:text-sm">
        {texts.orderAbout[filter.filter.order ?? 'newest']}
      </p>
      <search className="mt-6 mb-6.5 flex flex-wrap items-start gap-3 max-sm:mt-4 max-sm:mb-4 max-sm:gap-2">
        <MatrixSearchBox
          ref={searchBox}
          text={filter.text}
          problem={filter.problem}
          onType={filter.type}
          onCommit={filter.searchNow}
        />
        {/* On a phone all of them are one row that scrolls, so that the first screenful shows agents. */}
        <div className="sm:contents max-sm:-mx-4.5 max-sm:flex max-sm:w-[calc(100%+36px)] max-sm:items-center max-sm:gap-2 max-sm:overflow-x-auto max-sm:[mask-image:linear-gradient(to_right,#000_calc(100%-48px),transparent)] max-sm:px-4.5 max-sm:pr-12 max-sm:[scrollbar-width:none]">
          <CategoryChips chosen={filter.filter.category} onToggle={filter.toggleCategory} />
          <MatrixOptions filter={filter.filter} agents={list.state === 'full' ? list.items : []} />
        </div>
      </search>
      <ListView
        list={list}
        as="section"
        label={agentTexts.agents}
        className="grid gap-4.5 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4"
        words={{
          loading: texts.loadingAgents,
          empty: agentTexts.noMatchAloud,
          count: ({ length }) => texts.agentCount(length),
        }}
        before={<CreateTile opens={create.linkTo()} className={placeOfTile(list.state)} />}
        loading={<Skeletons of={<AgentCardSkeleton />} />}
        empty={
          <StatePanel
            className={besideTile}
            icon={<SearchIcon />}
            title={texts.nothingDetected}
            action={filter.narrows && <Button onClick={clear}>{texts.clearFilter}</Button>}
          >
            {nobody(filter.filter)}
          </StatePanel>
        }
        failed={(failure) => (
          <FailedPanel className={besideTile} title={agentTexts.matrixNotLoaded} failure={failure} />
        )}
      >
        {(agents) =>
          agents.map((agent, index) => (
            <Fragment key={agent.id}>
              <AgentCard
                agent={agent}
                eager={index < 3}
                opens={detail.linkTo(agent.id)}
                onQuickChat={() => onQuickChat(agent)}
              />
              {index === Math.min(FIRST_ON_PHONES, agents.length) - 1 && (
                <CreateTile opens={create.linkTo()} className="sm:hidden" />
              )}
            </Fragment>
          ))
        }
      </ListView>
      {detail.value && (
        <Suspense fallback={null}>
          <AgentDialog
            key={detail.value}
            id={detail.value}
            summary={list.state === 'full' ? list.items.find(({ id }) => id === detail.value) : undefined}
            place={detail}
          />
        </Suspense>
      )}
      <CardImport />
      {createMounted && (
        <Suspense fallback={null}>
          <OlderCreateDialog open={creating} close={create.close} />
        </Suspense>
      )}
    </div>
  )
}

/** Why the list is empty, and what to do about it. */
function nobody({ query, category, tag }: AgentFilter): string {
  if (tag !== undefined) return texts.noAgentWithTag(tag, Boolean(query || category))
  return query || category ? texts.noAgentMatches : texts.noPublicAgent
}

/** The placeholder for an empty list fills the row beside the create tile. */
const besideTile = 'sm:col-span-1 lg:col-span-2 xl:col-span-3'

/** Section 2: the categories as toggles. */
function CategoryChips(props: { chosen: Category | undefined; onToggle: (category: Category) => void }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what a form sends; these are toggles
    <div
      role="group"
      aria-label={agentFields.category.label}
      className="flex gap-2 max-sm:flex-none sm:flex-wrap md:gap-3 md:py-1.25"
    >
      {categories.map((category) => (
        <button
          key={category}
          type="button"
          aria-pressed={props.chosen === category}
          onClick={() => props.onToggle(category)}
          className={`display hue-${category} inline-flex min-h-11 items-center gap-2.25 rounded-full border border-line-strong bg-[rgb(127_214_255/0.03)] px-4 whitespace-nowrap text-13 font-medium tracking-[0.04em] text-soft transition-colors hover:text-text aria-pressed:border-(--hue) aria-pressed:bg-[color-mix(in_oklab,var(--hue)_14%,transparent)] aria-pressed:text-text md:min-h-9.5`}
        >
          <span aria-hidden="true" className="dot" />
          {categoryNames[category]}
        </button>
      ))}
    </div>
  )
}

/** On a phone, the number of agents before the tile that makes one. */
const FIRST_ON_PHONES = 3

/** The tile that opens the older create dialog: the first of the matrix, and on a phone after the first agents. */
function CreateTile(props: { opens: Pick<ComponentProps<typeof Link>, 'to' | 'state'>; className: string }) {
  return (
    <Link
      {...props.opens}
      className={`panel hairline cut grid min-h-[148px] content-center justify-items-center px-4 py-6 text-center transition-colors duration-200 hover:bg-[#0f1a2b] sm:min-h-[330px] ${props.className}`}
    >
      <span className="hexagon grid h-[58px] w-[66px] place-items-center bg-cyan/10 text-cyan">
        <PlusIcon width={26} height={26} />
      </span>
      <span className="display mt-4.5 text-18 font-semibold">{agentTexts.createAgent}</span>
      <span className="mt-1.5 max-w-[20ch] text-sm text-soft">{texts.createAgentAbout}</span>
    </Link>
  )
}

function MatrixSearchBox(props: SearchBoxProps) {
  return (
    <SearchBox
      {...props}
      className="min-w-[min(100%,280px)] flex-1"
      label={agentTexts.searchLabel}
      placeholder={agentTexts.searchPlaceholder}
    />
  )
}

/** On a phone it stands among the agents, so that nothing jumps when they arrive, or above what says that there are none. */
const placeOfTile = (state: string) => (state === 'full' || state === 'loading' ? 'max-sm:hidden' : '')
