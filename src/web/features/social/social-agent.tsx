import { lazy, type RefObject, Suspense, useRef } from 'react'
import { platformRules } from '../../../shared/social.ts'
import { offerUndo } from '../../blocks/undoable-delete/offer-undo.ts'
import { useSearchParams } from '../../lib/router/router.tsx'
import { useViewer } from '../../lib/session/viewer.ts'
import { Button } from '../../ui/button.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import type { ChooseAgent } from './brief/agent-dialog.tsx'
import { BriefForm } from './brief/brief-form.tsx'
import { type Drafts, useDrafts } from './desk/use-drafts.ts'
import { ConflictNotice, KeepingNote } from './kept/keeping-note.tsx'
import { KeptDrafts } from './kept/kept-drafts.tsx'
import { useDeleteBrief } from './kept/use-delete-brief.ts'
import { NoDrafts } from './no-drafts.tsx'

const loadPanel = () => import('./lanes/drafts-panel.tsx')
const DraftsPanel = lazy(loadPanel)

/** The id of the kept brief that an address names. */
export const readBriefId = (search: URLSearchParams): string | null =>
  search.get('brief')?.toLowerCase() || null

/** Decision 23: posts in an agent's voice, drafted side by side, counted, edited and taken along. */
export function SocialAgent(props: { chooseAgent: ChooseAgent }) {
  const [search] = useSearchParams()
  const briefId = readBriefId(search)
  const viewer = useViewer()
  const drafts = useDrafts({ viewer, briefId, onPutAway: offerToPutBack })
  const { desk, view } = drafts
  const heading = useRef<HTMLHeadingElement>(null)
  const remove = useDeleteBrief(briefId, drafts.drop)

  const actions = {
    ...desk,
    remove: (id: string) => {
      heading.current?.focus({ preventScroll: true })
      // Without a draft there is nothing to keep: the last one takes its brief along.
      if (view.isStored && view.drafts.lanes.length === 1) {
        remove(view.id)
        return
      }
      offerUndo('Draft removed', desk.remove(id))
    },
  }
  return (
    <div className="mt-6 grid items-start gap-9 lg:grid-cols-[344px_minmax(0,1fr)] lg:gap-6">
      <div className="min-w-0 lg:sticky lg:top-[calc(var(--header-height)+18px)]">
        <BriefForm
          key={view.id}
          values={view.values}
          viewer={viewer}
          chooseAgent={props.chooseAgent}
          onChange={desk.setValues}
          onBegin={() => void loadPanel().catch(() => {})}
          onDraft={() => {
            drafts.draft()
            heading.current?.focus()
          }}
          again={view.drafts.lanes.length > 0}
        />
      </div>
      <div className="grid min-w-0 gap-9">
        <section aria-labelledby="drafts" className="grid min-w-0 gap-4">
          <DraftsHead heading={heading} drafts={drafts} signedIn={typeof viewer === 'string'} />
          <ConflictNotice
            keeping={view.keeping}
            onKeepMine={drafts.keepMine}
            onTakeTheirs={drafts.takeTheirs}
          />
          {drafts.status !== 'ready' ? (
            <NoDrafts why={drafts.status} retry={drafts.reload} />
          ) : view.drafts.lanes.length === 0 ? (
            <NoDrafts why="none" />
          ) : (
            <Suspense fallback={<NoDrafts why="loading" />}>
              <DraftsPanel drafts={view.drafts} actions={actions} />
            </Suspense>
          )}
        </section>
        <KeptDrafts viewer={viewer} shown={briefId} onDelete={remove} />
      </div>
    </div>
  )
}

function DraftsHead(props: {
  heading: RefObject<HTMLHeadingElement | null>
  drafts: Drafts
  signedIn: boolean
}) {
  const { view, desk, status, renew } = props.drafts
  const { brief, lanes } = view.drafts
  const isFull = status === 'ready' && brief !== null && lanes.length > 0
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2
          id="drafts"
          ref={props.heading}
          tabIndex={-1}
          className="flex min-h-11 scroll-mt-20 items-center text-lg leading-snug font-semibold outline-none"
        >
          {isFull ? `Drafts for ${platformRules[brief.platform].name}` : 'Drafts'}
        </h2>
        {isFull && (
          <div className="flex flex-wrap items-center gap-x-4">
            <KeepingNote keeping={view.keeping} signedIn={props.signedIn} onKeepNow={desk.keepNow} />
            <Button size="small" tone="quiet" className="max-md:min-h-11" onClick={renew}>
              <PlusIcon width={16} height={16} />
              New brief
            </Button>
          </div>
        )}
      </div>
      {isFull && <p className="line-clamp-2 text-sm wrap-anywhere text-soft">{brief.topic}</p>}
    </div>
  )
}

/** Drafts that nobody keeps have made room for others. */
const offerToPutBack = (putBack: () => void) => offerUndo('The earlier drafts were put away', putBack)
