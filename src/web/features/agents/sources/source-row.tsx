import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, Suspense, useEffect, useId, useRef, useState } from 'react'
import { limits } from '../../../../shared/common/limits.ts'
import { type Source, sourceChangesSchema } from '../../../../shared/knowledge/sources.ts'
import { acceptedFiles, sizeOf } from '../../../blocks/files/chosen-file.ts'
import { MoveButtons } from '../../../blocks/form/move-buttons.tsx'
import { RenameForm } from '../../../blocks/form/rename-form.tsx'
import { IconButton } from '../../../blocks/messages/icon-button.tsx'
import { unwrap, useApi } from '../../../lib/http/api.ts'
import { DocumentIcon, PencilIcon, TrashIcon, UploadIcon } from '../../../ui/icons.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { DocumentRow } from './document-row.tsx'
import { stateWords } from './source-words.ts'
import { invalidateSources, isBeingRead } from './sources-query.ts'
import * as texts from './texts.ts'
import type { SourceActions } from './use-source-actions.ts'

const WhatWasRead = lazyPart(() => import('./what-was-read.tsx'))

interface SourceProps {
  source: Source
  /** Its position in the list, from 1. */
  place: number
  last: boolean
  actions: SourceActions
}

/** A document of an own agent: what was read of it, what was not and why, and the owner's actions on it. */
export function SourceRow(props: SourceProps) {
  const { name, bytes, state } = props.source
  const [renaming, setRenaming] = useState(false)
  const renameButton = useRef<HTMLButtonElement>(null)
  const wasRenaming = useRef(false)
  useEffect(() => {
    // The form that had the focus is gone, and the button is there again.
    if (wasRenaming.current && !renaming) renameButton.current?.focus()
    wasRenaming.current = renaming
  }, [renaming])
  const [reading, setReading] = useState(false)
  const progress =
    state.kind === 'reading' && state.of !== null && state.of > 0 ? state.done / state.of : null
  return (
    <DocumentRow
      name={renaming ? <RenameSource source={props.source} onDone={() => setRenaming(false)} /> : name}
      size={sizeOf(bytes)}
      state={stateWords(state)}
      tone={state.kind === 'failed' ? 'bad' : isBeingRead(state) ? 'busy' : 'quiet'}
      progress={isBeingRead(state) ? progress : undefined}
      actions={
        !renaming && (
          <Buttons
            {...props}
            renameButton={renameButton}
            onRename={() => setRenaming(true)}
            onRead={() => setReading(true)}
          />
        )
      }
    >
      {state.kind === 'ready' && state.notes.length > 0 && <Problems notes={state.notes} />}
      {reading && (
        <Suspense fallback={null}>
          <WhatWasRead source={props.source} onClose={() => setReading(false)} />
        </Suspense>
      )}
    </DocumentRow>
  )
}

function Buttons(
  props: SourceProps & {
    renameButton: RefObject<HTMLButtonElement | null>
    onRename: () => void
    onRead: () => void
  },
) {
  const { source, place, actions } = props
  const { name } = source
  const fileId = useId()
  const busy = actions.busy === source.id
  return (
    <>
      {source.state.kind === 'ready' && (
        <IconButton label={texts.showText(name)} onClick={props.onRead}>
          <DocumentIcon width={16} height={16} />
        </IconButton>
      )}
      <MoveButtons
        name={name}
        first={place === 1}
        last={props.last}
        busy={busy}
        onMove={(by) => actions.move(source, place + by)}
      />
      <IconButton ref={props.renameButton} label={texts.rename(name)} onClick={props.onRename}>
        <PencilIcon width={16} height={16} />
      </IconButton>
      <input
        id={fileId}
        type="file"
        accept={acceptedFiles}
        tabIndex={-1}
        aria-hidden="true"
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) actions.replace(source, file)
          target.value = ''
        }}
      />
      <IconButton
        label={texts.replace(name)}
        aria-disabled={busy}
        onClick={() => busy || document.getElementById(fileId)?.click()}
      >
        <UploadIcon width={16} height={16} />
      </IconButton>
      <IconButton
        label={texts.remove(name)}
        aria-disabled={busy}
        onClick={() => busy || actions.remove(source)}
      >
        <TrashIcon width={16} height={16} />
      </IconButton>
    </>
  )
}

/** What of a document could not be read. */
function Problems({ notes }: { notes: readonly string[] }) {
  return (
    <details className="text-13 text-soft">
      <summary className="flex min-h-8 w-fit cursor-pointer items-center text-warning max-md:min-h-11">
        {texts.problems(notes.length)}
      </summary>
      <ul className="grid gap-1 border-l border-line-strong pl-3">
        {notes.map((note) => (
          <li key={note} className="[overflow-wrap:anywhere]">
            {note}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Renames a document; replies cite it by the new name from then on. */
function RenameSource({ source, onDone }: { source: Source; onDone: () => void }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const rename = async (name: string) => {
    const param = { id: source.agentId, sourceId: source.id }
    await unwrap(api.agents[':id'].sources[':sourceId'].$patch({ param, json: { name } }))
    await invalidateSources(queryClient, source.agentId)
  }
  return (
    <div className="pb-2">
      <RenameForm
        field="name"
        label={texts.nameLabel}
        name={source.name}
        max={limits.sourceName}
        check={(name) => sourceChangesSchema.safeParse({ name })}
        rename={rename}
        onDone={onDone}
      />
    </div>
  )
}
