import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { fileProblem, fileRefusal } from '../../../blocks/files/chosen-file.ts'
import { useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { toast } from '../../../ui/toast.ts'
import { invalidateSources } from './sources-query.ts'
import * as texts from './texts.ts'
import { type ChosenDocument, chooseDocuments, uploadDocument } from './upload-document.ts'

/** A file that is being uploaded; it is removed from the list once the server has it. */
export interface Upload extends ChosenDocument {
  state: 'waiting' | 'sending' | { problem: string; again: boolean }
}

/** Uploads files one after the other, and continues if the screen is closed. */
export function useUploads(agentId: string, mostBytes: number) {
  const api = useApi()
  const queryClient = useQueryClient()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const queue = useRef(Promise.resolve())
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const isUnderway = uploads.some(({ state }) => state === 'waiting' || state === 'sending')
  useEffect(() => {
    if (!isUnderway) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnderway])

  const note = (id: string, state: Upload['state']) =>
    setUploads((known) => known.map((upload) => (upload.id === id ? { ...upload, state } : upload)))
  const forget = (id: string) => setUploads((known) => known.filter((upload) => upload.id !== id))

  async function send(document: ChosenDocument) {
    const { id, file } = document
    note(id, 'sending')
    try {
      await uploadDocument(api, agentId, document)
      await invalidateSources(queryClient, agentId)
      forget(id)
    } catch (error) {
      const refused = fileRefusal(error)
      const problem = refused ?? explainError(error)
      note(id, { problem, again: refused === undefined })
      if (!isShown.current) toast.error(texts.notAdded(file.name, problem))
    }
  }

  function enqueue(document: ChosenDocument) {
    note(document.id, 'waiting')
    queue.current = queue.current.then(() => send(document))
  }

  return {
    uploads,
    add(files: Iterable<File>) {
      const added = chooseDocuments(files).map((document): Upload => {
        const problem = fileProblem(document.file, mostBytes)
        return { ...document, state: problem === undefined ? 'waiting' : { problem, again: false } }
      })
      setUploads((known) => [...known, ...added])
      for (const upload of added) if (upload.state === 'waiting') enqueue(upload)
    },
    sendAgain: enqueue,
    forget,
  }
}
