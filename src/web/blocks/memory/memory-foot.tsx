import { useMutation } from '@tanstack/react-query'
import { type Ref, useEffect, useId, useRef, useState } from 'react'
import { type DeletedFacts, type Memory, memoryFileSchema } from '../../../shared/memory/facts.ts'
import { changeFocus } from '../../lib/change-focus.ts'
import { explainError } from '../../lib/http/explain-error.ts'
import { parseJson } from '../../lib/parse-json.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { toast } from '../../ui/toast.ts'
import type { MemoryActions } from './memory-changes.ts'
import * as texts from './texts.ts'

/** What is done with a memory as a whole: taken along, brought, deleted. */
export function MemoryFoot(props: {
  memory: Memory
  actions: MemoryActions
  /** Whether it was just deleted as a whole, which can still be undone. */
  isEmptied: boolean
  onEmptied: (deleted: DeletedFacts) => void
}) {
  const { memory, actions } = props
  const [isAsking, setAsking] = useState(false)
  const deleteAll = useRef<HTMLButtonElement>(null)
  const keep = () =>
    changeFocus(
      () => setAsking(false),
      () => deleteAll.current,
    )
  const file = useImport(actions)
  return (
    <div className="grid gap-4 border-t border-line pt-5">
      {isAsking ? (
        <DeleteAll
          count={memory.count}
          actions={actions}
          onKeep={keep}
          onDeleted={(deleted) => {
            setAsking(false)
            props.onEmptied(deleted)
          }}
        />
      ) : (
        <Offered
          agentId={memory.agentId}
          isEmpty={memory.count === 0 || props.isEmptied}
          file={file}
          deleteAll={deleteAll}
          onDeleteAll={() => setAsking(true)}
        />
      )}
      {file.imported && <Notice tone="good" title={file.imported} />}
      {file.problem !== undefined && (
        <Notice tone="bad" title={texts.notImported}>
          {file.problem}
        </Notice>
      )}
      <p className="text-13 text-muted">{texts.onlyYours}</p>
    </div>
  )
}

/** An empty memory can only be brought. */
function Offered(props: {
  agentId: string
  isEmpty: boolean
  file: ReturnType<typeof useImport>
  deleteAll: Ref<HTMLButtonElement>
  onDeleteAll: () => void
}) {
  const { isEmpty } = props
  return (
    <div className="flex flex-wrap gap-2.5">
      {!isEmpty && (
        <a
          href={`/api/me/memory/${props.agentId}/export`}
          download
          className="button button-small cut hairline max-md:min-h-11"
        >
          {texts.exportAction}
        </a>
      )}
      <Import {...props.file} />
      {!isEmpty && (
        <Button
          ref={props.deleteAll}
          size="small"
          tone="danger"
          className="max-md:min-h-11"
          aria-expanded={false}
          onClick={props.onDeleteAll}
        >
          {texts.deleteAll}
        </Button>
      )}
    </div>
  )
}

function useImport(actions: MemoryActions) {
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: async (file: File) => {
      const parsed = memoryFileSchema.safeParse(parseJson(await file.text()))
      if (!parsed.success) throw new NoMemory()
      return actions.bring(parsed.data)
    },
  })
  return {
    bring: mutate,
    isPending,
    imported: data && texts.imported(data.added, data.merged),
    problem: error ? (error instanceof NoMemory ? texts.notAFile : explainError(error)) : undefined,
  }
}

/** The file is of something else, or something in it can't be remembered. */
class NoMemory extends Error {
  override name = 'NoMemory'
}

function Import({ bring, isPending }: ReturnType<typeof useImport>) {
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  return (
    <>
      <Button
        size="small"
        className="max-md:min-h-11"
        aria-disabled={isPending}
        onClick={() => isPending || input.current?.click()}
      >
        {isPending ? texts.importing : texts.importAction}
      </Button>
      <label htmlFor={id} className="sr-only">
        {texts.importFile}
      </label>
      <input
        ref={input}
        id={id}
        type="file"
        accept=".json,application/json"
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // Clearing the value allows choosing the same file again.
          target.value = ''
          if (file && !isPending) bring(file)
        }}
      />
    </>
  )
}

function DeleteAll(props: {
  count: number
  actions: MemoryActions
  onKeep: () => void
  onDeleted: (deleted: DeletedFacts) => void
}) {
  const keep = useRef<HTMLButtonElement>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: () => props.actions.removeAll(),
    onSuccess: props.onDeleted,
    onError: (error) => toast.error(texts.notDeleted(explainError(error))),
  })
  useEffect(() => keep.current?.focus(), [])
  return (
    <section aria-label={texts.deleteAll} className="grid animate-fade gap-3 border-l-2 border-bad pl-4">
      <p className="font-medium">{texts.deleteAllSure(props.count)}</p>
      <div className="flex flex-wrap gap-2.5">
        <Button
          size="small"
          tone="danger"
          className="max-md:min-h-11"
          aria-disabled={isPending}
          onClick={() => isPending || mutate()}
        >
          {texts.deleteAllYes}
        </Button>
        <Button ref={keep} size="small" className="max-md:min-h-11" onClick={props.onKeep}>
          {texts.keepAll}
        </Button>
      </div>
    </section>
  )
}
