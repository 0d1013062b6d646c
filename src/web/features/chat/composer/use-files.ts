import { useLayoutEffect, useRef, useState } from 'react'
import type { AttachedFile } from '../../../../shared/chat/messages.ts'
import { checkedBy, persistedById, thisTab } from '../../../blocks/saved-draft/persisted.ts'
import { useApi } from '../../../lib/http/api.ts'
import { newId } from '../../../lib/new-id.ts'
import { isAttachedFiles } from '../conversation/waiting-questions.ts'
import * as texts from '../texts.tsx'
import type { ChosenFile } from './upload-file.ts'

const loadUpload = () => import('./upload-file.ts')

/** Stored files that were not sent with a question yet, by conversation. They survive a reload of the tab. */
const unsent = persistedById('chatFiles', checkedBy(isAttachedFiles), { ...thisTab, most: 30 })

const recall = (conversation: string) =>
  (unsent.recall(conversation) ?? []).map((file): ChosenFile => ({ ...file, state: 'stored' }))

const attached = ({ id, name, bytes, picture }: AttachedFile): AttachedFile => ({
  id,
  name,
  bytes,
  ...(picture && { picture }),
})

/** Files are uploaded as soon as they are chosen. */
export function useFiles(conversation: string) {
  const api = useApi()
  const [{ of, files }, setKnown] = useState<{ of: string | null; files: readonly ChosenFile[] }>({
    of: null,
    files: [],
  })
  const queue = useRef(Promise.resolve())
  const change = (by: (files: readonly ChosenFile[]) => readonly ChosenFile[]) =>
    setKnown((now) => ({ ...now, files: by(now.files) }))
  const note = (id: string, news: Partial<ChosenFile>) =>
    change((files) => files.map((file) => (file.id === id ? { ...file, ...news } : file)))

  // Not `useEffect`: of a page that was hydrated while idle its update waits behind all others, and nothing is remembered.
  useLayoutEffect(() => {
    setKnown({ of: conversation, files: recall(conversation) })
  }, [conversation])
  // Runs before a file is shown as stored, so that no reload loses one that was seen.
  useLayoutEffect(() => {
    if (of !== conversation) return
    const stored = files.filter(({ state }) => state === 'stored').map(attached)
    unsent.remember(conversation, stored.length === 0 ? null : stored)
  }, [conversation, of, files])

  function upload(id: string, file: File) {
    note(id, { state: 'sending' })
    queue.current = queue.current.then(async () => {
      try {
        const { uploadFile } = await loadUpload()
        note(id, await uploadFile(api, conversation, { id, file }))
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
