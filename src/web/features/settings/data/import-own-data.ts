import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ImportCounts, ImportPreview, ImportResult } from '../../../../shared/own-data/own-data.ts'
import { unwrap, useApi } from '../../../lib/http/api.ts'
import { newId } from '../../../lib/new-id.ts'
import * as texts from '../texts.tsx'

const zip = { 'content-type': 'application/zip' }

/**
 * The state of an import. The file is uploaded twice, for the preview and for the import, because the server does not
 * store it.
 */
type ImportState =
  | { state: 'idle' }
  | { state: 'reading' | 'importing'; file: File }
  | { state: 'previewed'; file: File; preview: ImportPreview }
  | { state: 'done'; result: ImportResult }
  /** `preview` is set if the import itself failed, which can be retried. */
  | { state: 'failed'; error: unknown; file: File; preview: ImportPreview | null }

/** Previews an export file, and imports it after confirmation. */
export function useImport() {
  const api = useApi()
  const client = useQueryClient()
  const [state, setState] = useState<ImportState>({ state: 'idle' })
  /** A retry with the same id creates nothing twice. */
  const id = useRef('')

  const read = useMutation({
    mutationFn: (file: File) =>
      unwrap(api.me.imports.preview.$post({}, { init: { body: file, headers: zip } })),
    onMutate: (file) => {
      id.current = newId()
      setState({ state: 'reading', file })
    },
    onSuccess: (preview, file) => setState({ state: 'previewed', file, preview }),
    onError: (error, file) => setState({ state: 'failed', error, file, preview: null }),
  })
  const make = useMutation({
    mutationFn: ({ file }: { file: File; preview: ImportPreview }) =>
      unwrap(
        api.me.imports[':id'].$put({ param: { id: id.current } }, { init: { body: file, headers: zip } }),
      ),
    onMutate: ({ file }) => setState({ state: 'importing', file }),
    onSuccess: (result) => {
      setState({ state: 'done', result })
      // Any list of this wallet may have changed.
      void client.invalidateQueries()
    },
    onError: (error, { file, preview }) => setState({ state: 'failed', error, file, preview }),
  })
  return { state, read: read.mutate, make: make.mutate, reset: () => setState({ state: 'idle' }) }
}

/** The counts of each kind in one line: “2 agents, 1 realm”. */
export function countsInWords(counts: ImportCounts): string {
  const parts = (Object.keys(texts.nouns) as (keyof typeof texts.nouns)[]).flatMap((kind) =>
    counts[kind] === 0 ? [] : [texts.countOf(kind, counts[kind])],
  )
  return parts.length === 0 ? texts.nothing : parts.join(', ')
}
