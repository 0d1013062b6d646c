import { type MouseEvent, Suspense, useRef, useState } from 'react'
import type { Agent } from '../../../../shared/agents/agents.ts'
import type { Leaving } from '../../../blocks/form/leaving.tsx'
import { changeFocus } from '../../../lib/change-focus.ts'
import { useIsWide } from '../../../lib/hooks/use-is-wide.ts'
import { Button } from '../../../ui/button.tsx'
import { PreviousIcon } from '../../../ui/icons.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { type Side, SideBySide } from '../../../ui/side-by-side.tsx'
import * as agentTexts from '../texts.ts'
import { EditForm } from './edit-form.tsx'
import { EditLoading } from './edit-loading.tsx'
import * as texts from './texts.ts'
import { type RenderTryOut, TryOutPlace } from './try-out-place.tsx'
import { useEditForm } from './use-edit-form.ts'

const VersionHistory = lazyPart(() => import('../versions/version-history.tsx'))
const PersonaEditor = lazyPart(() => import('../persona/persona-editor.tsx'))
const AgentSources = lazyPart(() => import('../sources/agent-sources.tsx'))

/** From this width, in pixels, the conversation fits beside the form. */
const BESIDE_THE_FORM = 1024

/** The views of an edited agent: its form, its persona and lorebook, its documents, or its versions. */
export type EditView = 'form' | 'persona' | 'documents' | 'history'

/** The form stays mounted with its typed values while another view is shown. */
export function EditWorkspace(props: {
  agent: Agent
  view: EditView
  onView: (view: EditView) => void
  side: Side
  onSide: (side: Side) => void
  tryOut: RenderTryOut | undefined
  leaving: Leaving
}) {
  const { agent, view, onView, tryOut, leaving } = props
  const [chosen, setChosen] = useState<number>()
  const edit = useEditForm({ agent, chosen, onDirty: leaving.setDirty, onSaved: leaving.discard })
  const readDraft = () =>
    edit.readDraft(() => {
      onView('form')
      props.onSide('first')
    })
  const isWide = useIsWide(BESIDE_THE_FORM) && tryOut !== undefined
  const left = useRef<HTMLButtonElement>(null)
  const cameFromForm = useRef(false)
  const leaveFor =
    (to: EditView) =>
    ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
      left.current = currentTarget
      cameFromForm.current = true
      onView(to)
    }
  const editing = (
    <>
      <div hidden={view !== 'form'} className={isWide ? 'flex h-full min-h-0 flex-col' : ''}>
        <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
          <p className="text-sm text-muted">{agentTexts.versionNumber(agent.version)}</p>
          <div className="flex flex-wrap gap-2">
            <Button size="small" className="max-md:min-h-11" onClick={leaveFor('persona')}>
              {agentTexts.persona}
            </Button>
            <Button size="small" className="max-md:min-h-11" onClick={leaveFor('documents')}>
              {agentTexts.documents}
            </Button>
            <Button size="small" className="max-md:min-h-11" onClick={leaveFor('history')}>
              {agentTexts.history}
            </Button>
          </div>
        </div>
        <EditForm agent={agent} edit={edit} isBounded={isWide} leaving={leaving} />
      </div>
      {view !== 'form' && (
        <div className={`grid content-start gap-4 ${isWide ? '-mx-1 h-full overflow-y-auto px-1' : ''}`}>
          <Button
            size="small"
            tone="quiet"
            className="-ml-3.5 justify-self-start max-md:min-h-11"
            // The pressed button is hidden now, so this one takes the focus. A dialog in this view moves the focus
            // itself.
            autoFocus={cameFromForm.current}
            onClick={() =>
              changeFocus(
                () => onView('form'),
                () => left.current,
              )
            }
          >
            <PreviousIcon width={16} height={16} />
            {texts.backToEditing}
          </Button>
          <Suspense fallback={<EditLoading />}>
            {view === 'history' && (
              <VersionHistory agent={agent} onRestored={({ version }) => setChosen(version)} />
            )}
            {view === 'persona' && <PersonaEditor agentId={agent.id} onSaved={setChosen} />}
            {view === 'documents' && <AgentSources agentId={agent.id} />}
          </Suspense>
        </div>
      )}
    </>
  )
  if (!tryOut) return editing
  return (
    <SideBySide
      label={agentTexts.editNamed(agent.name)}
      isWide={isWide}
      shown={props.side}
      onShow={props.onSide}
      // The maximum height of a dialog in the window, without its title and margins.
      className="h-[clamp(420px,calc(100dvh-164px),860px)]"
      first={{ name: agentTexts.edit, content: editing }}
      second={{
        name: texts.tryOut,
        content: (
          <div
            className={isWide ? 'h-full' : 'h-[max(var(--sheet-height)-190px,320px)] md:h-[min(64dvh,600px)]'}
          >
            <TryOutPlace base={edit.base} values={edit.form.values} readDraft={readDraft} render={tryOut} />
          </div>
        ),
      }}
    />
  )
}
