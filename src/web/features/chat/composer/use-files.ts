import { useLayoutEffect, useRef, useState } from 'react'
import type { AttachedFile } from '../../../../shared/chat/messages.ts'
import { useApi } from '../../../lib/http/api.ts'
import { newId } from '../../../lib/new-id.ts'
import { unsentFiles } from '../conversation/unsent-files.ts'
import * as texts from '../texts.tsx'
import type { ChosenFile } from './upload-file.ts'

const loadUpload = () => import('./upload-file.ts')

const recall = (conversation: string) =>
  unsentFiles.recall(conversation).map((file): ChosenFile => ({ ...file, state: 'stored' }))

const attached = ({ id, name, bytes, picture }: AttachedFile): AttachedFile => ({
  id,
  name,
  bytes,
  ...(picture && { picture }),
})

/** The files of a conversation that is shown, which are remembered once they are stored. */
function useKnownFiles(conversation: string) {
  const [{ of, files }, setKnown] = useState<{ of: string | null; files: readonly ChosenFile[] }>({
    of: null,
    files: [],
  })
  const shown = useRef<string>(null)
  const change = (by: (files: readonly ChosenFile[]) => readonly ChosenFile[]) =>
    setKnown((now) => ({ ...now, files: by(now.files) }))

  // Not `useEffect`: of a page that was hydrated while idle its update waits behind all others, and nothing is remembered.
  useLayoutEffect(() => {
    setKnown({ of: conversation, files: recall(conversation) })
    shown.current = conversation
    return () => {
      shown.current = null
    }
  }, [conversation])
  // Runs before a file is shown as stored, so that no reload loses one that was seen.
  useLayoutEffect(() => {
    if (of !== conversation) return
    unsentFiles.remember(conversation, files.filter(({ state }) => state === 'stored').map(attached))
  }, [conversation, of, files])
  return { files, change, shown }
}

/** Files are uploaded as soon as they are chosen. */
export function useFiles(conversation: string) {
  const api = useApi()
  const { files, change, shown } = useKnownFiles(conversation)
  const queue = useRef(Promise.resolve())
  const note = (id: string, news: Partial<ChosenFile>) =>
    change((files) => files.map((file) => (file.id === id ? { ...file, ...news } : file)))

  function upload(id: string, file: File) {
    note(id, { state: 'sending' })
    queue.current = queue.current.then(async () => {
      try {
        const { uploadFile } = await loadUpload()
        note(
          id,
          await uploadFile(api, conversation, { id, file, isShown: () => shown.current === conversation }),
        )
      } catch {
        note(id, { state: { problem: texts.couldNotSentCheckYour, again: true } })
      }
    })
  }

  return {
    files,
    areStored: files.every(({ state }) => state === 'stored'),
    add(chosen: Iterable<File>) {
      for (const file of chosen) {
        const id = newId()
        change((others) => [...others, { id, name: file.name, bytes: file.size, state: 'sending', file }])
        upload(id, file)
      }
    },
    sendAgain: ({ id, file }: ChosenFile) => file && upload(id, file),
    remove({ id, state }: ChosenFile) {
      change((others) => others.filter((other) => other.id !== id))
      if (state === 'stored')
        void loadUpload().then(
          ({ removeFile }) => removeFile(api, conversation, id),
          () => {},
        )
    },
    stored: () => files.filter(({ state }) => state === 'stored').map(attached),
    clear: () => change(() => []),
    giveBack: (returned: readonly AttachedFile[]) =>
      change((others) => [...returned.map((file): ChosenFile => ({ ...file, state: 'stored' })), ...others]),
  }
}
