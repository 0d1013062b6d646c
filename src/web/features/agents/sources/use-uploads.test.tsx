import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { inDocument } from '../../../../../test/in-document.ts'
import { type Api, ApiProvider, createApi } from '../../../lib/http/api.ts'
import { uploadDocuments } from './upload-document.ts'
import { useUploads } from './use-uploads.ts'

/** An API that answers everything with a problem. */
const refusing = (problem: { status: number; code: string; errors?: Record<string, string> }): Api =>
  createApi('http://localhost', async () =>
    Response.json(
      { title: 'General words.', detail: 'General words.', ...problem },
      { status: problem.status, headers: { 'content-type': 'application/problem+json' } },
    ),
  )
const about = 'A name can have at most 160 characters.'
const badName = { status: 422, code: 'validation_failed', errors: { name: about } }
const newFile = () => new File(['words'], 'lease.md')

type Uploads = ReturnType<typeof useUploads>

function Panel(props: { onRender: (uploads: Uploads) => void }) {
  props.onRender(useUploads('a', 1_000))
  return null
}

/** What the list of an agent's documents says of a file that the server refuses. */
async function refused(api: Api) {
  const { show } = inDocument()
  vi.stubGlobal('window', { addEventListener() {}, removeEventListener() {} })
  let uploads: Uploads | undefined
  await show(
    <QueryClientProvider client={new QueryClient()}>
      <ApiProvider value={api}>
        <Panel
          onRender={(rendered) => {
            uploads = rendered
          }}
        />
      </ApiProvider>
    </QueryClientProvider>,
  )
  await act(async () => uploads?.add([newFile()]))
  await vi.waitFor(() => expect(uploads?.uploads[0]?.state).toHaveProperty('problem'))
  return uploads?.uploads[0]?.state
}

test('a document whose name is refused says what is wrong with it, and is not offered to be sent again', async () => {
  expect(await refused(refusing(badName))).toEqual({ problem: about, again: false })
})

test('a document that the server failed at is offered to be sent again', async () => {
  expect(await refused(refusing({ status: 503, code: 'files_unavailable' }))).toMatchObject({ again: true })
})

test('a document that was chosen for a new agent says what is wrong with its name', async () => {
  const sent = uploadDocuments(refusing(badName), 'a', [{ id: 'd', file: newFile() }])
  await expect(sent).rejects.toThrow(about)
})
