import { type RefObject, Suspense, useRef } from 'react'
import { platformRules } from '../../../../shared/social.ts'
import { offerUndo } from '../../../blocks/undoable-delete/offer-undo.ts'
import { useKeptFocus } from '../../../lib/change-focus.ts'
import { useSearchParams } from '../../../lib/router/router.tsx'
import { useViewer } from '../../../lib/session/viewer.ts'
import { Button } from '../../../ui/button.tsx'
import { PlusIcon } from '../../../ui/icons.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { ChooseAgent } from '../brief/agent-dialog.tsx'
import { BriefForm } from '../brief/brief-form.tsx'
import { type Drafts, useDrafts } from '../draft-store/use-drafts.ts'
import { KeptDrafts } from '../kept/kept-drafts.tsx'
import { ConflictNotice, SaveNote } from '../kept/save-note.tsx'
import { useDeleteBrief } from '../kept/use-delete-brief.ts'
import type { LaneActions } from '../lanes/lane-view.tsx'
import * as texts from '../texts.ts'
import { NoDrafts } from './no-drafts.tsx'

const loadPanel = () => import('../lanes/drafts-panel.tsx')
const DraftsPanel = lazyPart(loadPanel)

export const readBriefId = (search: URLSearchParams): string | null =>
  search.get('brief')?.toLowerCase() || null

/**
 * The room for posts in an agent's voice (decision 23): drafts side by side, which can be edited, counted and posted.
 */
export function SocialAgent(props: { chooseAgent: ChooseAgent }) {
  const [search] = useSearchParams()
  const briefId = readBriefId(search)
  const viewer = useViewer()
  const drafts = useDrafts({ viewer, briefId, onPutAway: offerToPutBack })
  const { draftStore, view } = drafts
  const heading = useRef<HTMLHeadingElement>(null)
  const section = useRef<HTMLElement>(null)
  useKeptFocus(section, 'li, section')
  const remove = useDeleteBrief(briefId, drafts.drop)

  const { session } = draftStore
  const actions: LaneActions = {
    stop: (id) => session.stop(id),
    again: (id) => session.again(id),
    edit: (id, content) => session.edit(id, content),
    swap: (id) => session.swap(id),
    remove: (id) => {
      heading.current?.focus({ preventScroll: true })
      // A brief without drafts is not stored: removing the last draft deletes its brief.
      if (view.isStored && view.drafts.lanes.length === 1) {
        remove(view.id)
        return
      }
      offerUndo(texts.draftRemoved, session.remove(id))
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
          onChange={(values) => draftStore.setValues(values)}
          onBegin={() => void loadPanel().catch(() => {})}
          onDraft={() => {
            drafts.draft()
            heading.current?.focus()
          }}
          again={view.drafts.lanes.length > 0}
        />
      </div>
      <div className="grid min-w-0 gap-9">
        <section
          ref={section}
          aria-labelledby="drafts"
          tabIndex={-1}
          className="grid min-w-0 gap-4 outline-none"
        >
          <DraftsHead heading={heading} drafts={drafts} signedIn={typeof viewer === 'string'} />
          <ConflictNotice
            saveState={view.saveState}
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
  const { view, draftStore, status, renew } = props.drafts
  const { brief, lanes } = view.drafts
  const isFull = status === 'ready' && brief !== null && lanes.length > 0
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2
          id="drafts"
          ref={props.heading}
          tabIndex={-1}
          className="flex min-h-11 scroll-mt-4 items-center text-lg leading-snug font-semibold outline-none"
        >
          {isFull ? texts.draftsFor(platformRules[brief.platform].name) : texts.drafts}
        </h2>
        {isFull && (
          <div className="flex flex-wrap items-center gap-x-4">
            <SaveNote
              saveState={view.saveState}
              signedIn={props.signedIn}
              onKeepNow={() => draftStore.keepNow()}
            />
            <Button size="small" tone="quiet" className="max-md:min-h-11" onClick={renew}>
              <PlusIcon width={16} height={16} />
              {texts.newBrief}
            </Button>
          </div>
        )}
      </div>
      {isFull && <p className="line-clamp-2 text-sm wrap-anywhere text-soft">{brief.topic}</p>}
    </div>
  )
}

const offerToPutBack = (putBack: () => void) => offerUndo(texts.earlierReplaced, putBack)
