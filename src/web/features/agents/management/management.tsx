import { type Dispatch, type ReactNode, type SetStateAction, useRef, useState } from 'react'
import type { AgentSummary } from '../../../../shared/agents/agents.ts'
import { limits } from '../../../../shared/common/limits.ts'
import { askableSearch, searchProblem } from '../../../../shared/common/search-text.ts'
import { FailedPanel, LockedPanel, wholeScreen } from '../../../blocks/list/instead.tsx'
import { type List, useList } from '../../../blocks/list/list-state.ts'
import { ListView, Skeletons } from '../../../blocks/list/list-view.tsx'
import { useTypedSearch } from '../../../lib/hooks/use-typed-search.ts'
import { useApi } from '../../../lib/http/api.ts'
import { useLocation, useSearchParams } from '../../../lib/router/router.tsx'
import { useHere } from '../../../lib/session/viewer.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { SearchBox } from '../../../ui/form/search-box.tsx'
import { PlusIcon, SearchIcon } from '../../../ui/icons.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import { myAgentsQuery } from '../api/my-agents.ts'
import { ExportButton } from '../cards/export-button.tsx'
import type { RenderTryOut } from '../edit/try-out-place.tsx'
import { readFilter, writeFilter } from '../matrix/matrix-filter.ts'
import * as agentTexts from '../texts.ts'
import { AgentDialogs, type OpenDialog } from './agent-dialogs.tsx'
import { AssetCard } from './asset-card.tsx'
import * as texts from './texts.ts'

/** The state of the owner's page. `connected` means a wallet that has not signed in and therefore proves nothing. */
type Assets = { state: 'visitor' } | { state: 'connected' } | List<AgentSummary>

/** Section 6: the agents of the session's wallet, whether it is connected or not (decision 28). */
function useAssets(query: string): Assets {
  const here = useHere()
  const owner = here.state === 'signed-in' ? here.address : undefined
  const list = useList(myAgentsQuery(useApi(), owner ?? '', askableSearch(query)), { owner })
  return here.state === 'visitor' || here.state === 'connected' ? { state: here.state } : list
}

/** The search is in the address, so that a link reproduces it. */
function useAssetSearch() {
  const [search, setSearch] = useSearchParams()
  const query = readFilter(search).query ?? ''
  const typed = useTypedSearch(query, (text) =>
    setSearch(writeFilter(new URLSearchParams(window.location.search), { query: text }), { replace: true }),
  )
  return { ...typed, query, problem: searchProblem(query), box: useRef<HTMLInputElement>(null) }
}
type AssetSearch = ReturnType<typeof useAssetSearch>

/** Once there was a search it stays, so that nobody loses the field in which they type. */
function useSearches(assets: Assets, query: string): boolean {
  const isLong =
    assets.state === 'full' && (assets.more !== undefined || assets.items.length > limits.listPage)
  const [searches, setSearches] = useState(false)
  if (!searches && (isLong || query !== '')) setSearches(true)
  return searches && assets.state !== 'visitor' && assets.state !== 'connected'
}

/** Section 2: the Neural Asset Control Matrix, in which a wallet manages its agents. */
export function Management(props: { tryOut?: RenderTryOut; decisions?: ReactNode }) {
  const search = useAssetSearch()
  const assets = useAssets(search.query)
  const searches = useSearches(assets, search.query)
  const [open, setOpen] = useState<OpenDialog>()
  const [toggleFailed, setToggleFailed] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const close = () => setOpen(undefined)
  return (
    <div className="wrap pt-9 pb-20 md:pt-13">
      <div className="mb-6.5 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div>
          <h1
            ref={heading}
            tabIndex={-1}
            className="text-30 leading-[1.05] font-bold outline-none md:text-38"
          >
            {texts.managementTitle}
          </h1>
          <p className="mt-2 text-soft">{texts.managementAbout}</p>
        </div>
        {/* On a phone the first button is as wide as the two below it. */}
        <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:*:grow">
          {(assets.state === 'full' || searches) && (
            <>
              <ButtonLink to="/create" tone="primary" className="max-sm:basis-full">
                {agentTexts.createAgent}
              </ButtonLink>
              <ExportButton />
            </>
          )}
          <ButtonLink to="/settings">{texts.settings}</ButtonLink>
        </div>
      </div>
      {props.decisions}
      {searches && <AssetSearchBox search={search} />}
      {toggleFailed && <Notice tone="bad" className="mb-5" title={texts.visibilityFailed} />}
      {assets.state === 'visitor' || assets.state === 'connected' ? (
        <LockedPanel
          className={wholeScreen}
          connected={assets.state === 'connected'}
          titles={{
            visitor: texts.managementLocked,
            connected: texts.managementSignIn,
          }}
        />
      ) : (
        <AssetList assets={assets} search={search} onOpen={setOpen} onToggled={setToggleFailed} />
      )}
      <AgentDialogs
        open={open}
        tryOut={props.tryOut}
        onClose={close}
        heading={heading}
        onDeleted={({ id }) => setOpen((now) => (now?.agent.id === id ? undefined : now))}
      />
    </div>
  )
}

function AssetSearchBox({ search }: { search: AssetSearch }) {
  return (
    <search>
      <SearchBox
        ref={search.box}
        className="mb-6.5"
        text={search.text}
        problem={search.problem}
        label={agentTexts.searchLabel}
        placeholder={agentTexts.searchPlaceholder}
        onType={search.type}
        onCommit={search.searchNow}
      />
    </search>
  )
}

const inGrid = `col-span-full ${wholeScreen}`
const noneYet = (
  <StatePanel
    className={inGrid}
    heading="h2"
    title={texts.noAgentsYet}
    icon={<PlusIcon width={26} height={26} />}
    action={
      <ButtonLink to="/launch" tone="primary">
        {texts.launchAgent}
      </ButtonLink>
    }
  >
    {texts.noAgentsYetAbout}
  </StatePanel>
)

function NoMatch({ search }: { search: AssetSearch }) {
  return (
    <StatePanel
      className={inGrid}
      heading="h2"
      title={texts.noMatch}
      icon={<SearchIcon />}
      action={
        <Button
          onClick={() => {
            search.clear()
            search.box.current?.focus()
          }}
        >
          {texts.clearSearch}
        </Button>
      }
    >
      {texts.noMatchAbout}
    </StatePanel>
  )
}

function AssetList(props: {
  assets: List<AgentSummary>
  search: AssetSearch
  onOpen: Dispatch<SetStateAction<OpenDialog>>
  onToggled: (failed: boolean) => void
}) {
  const { assets, onOpen } = props
  const made = useLocation().state?.made
  return (
    <ListView
      list={assets}
      as="section"
      label={agentTexts.yourAgents}
      className="grid gap-4.5 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4"
      words={{
        loading: texts.loadingYourAgents,
        empty: props.search.query ? agentTexts.noMatchAloud : '',
        count: ({ length }) => texts.yourAgentCount(length),
      }}
      loading={<Skeletons of={<AssetCardSkeleton />} />}
      empty={props.search.query ? <NoMatch search={props.search} /> : noneYet}
      failed={(failure) => (
        <FailedPanel className={inGrid} title={texts.yourAgentsNotLoaded} failure={failure} />
      )}
    >
      {(agents) =>
        agents.map((agent) => (
          <AssetCard
            key={agent.id}
            agent={agent}
            isNew={agent.id === made}
            onToggled={props.onToggled}
            onEdit={() => onOpen({ dialog: 'form', agent })}
            onDocuments={() => onOpen({ dialog: 'documents', agent })}
            onGive={() => onOpen({ dialog: 'give', agent })}
            onDelete={() => onOpen({ dialog: 'delete', agent })}
            // It may come late: what is open by then stays, with what is typed in it.
            onDuplicated={(draft) => onOpen((now) => now ?? { dialog: 'form', agent: draft })}
          />
        ))
      }
    </ListView>
  )
}

/** The placeholder of an owner's card, so that the layout does not shift. */
function AssetCardSkeleton() {
  return (
    <div aria-hidden="true" className="panel hairline cut flex flex-col">
      <div className="skeleton aspect-[4/3]" />
      <div className="grid gap-3 p-4.5">
        <div className="skeleton h-5 w-2/5" />
        <div className="skeleton h-3.5 w-full" />
        <div className="skeleton h-3.5 w-3/4" />
        <div className="skeleton mt-2 h-3.5 w-full" />
        <div className="skeleton mt-4 h-9.5 w-full" />
      </div>
    </div>
  )
}
