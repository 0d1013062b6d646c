import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { inDocument } from '../../../../../test/in-document.ts'
import { ApiProvider, createApi } from '../../../lib/http/api.ts'
import { unsentFiles } from '../conversation/unsent-files.ts'
import { useFiles } from './use-files.ts'

type Files = ReturnType<typeof useFiles>

function Field(props: { onRender: (files: Files) => void }) {
  props.onRender(useFiles('c'))
  return null
}

const stored = { id: 'f', name: 'lease.md', type: 'markdown', bytes: 5 }

test('a file that is still on its way when its screen is left is there for whoever comes back', async () => {
  const { show, leave } = inDocument()
  const upload = Promise.withResolvers<Response>()
  const fetch = vi.fn(() => upload.promise)
  let files: Files | undefined
  const shown = (
    <ApiProvider value={createApi('http://localhost', fetch)}>
      <Field
        onRender={(rendered) => {
          files = rendered
        }}
      />
    </ApiProvider>
  )
  await show(shown)
  await act(async () => files?.add([new File(['words'], 'lease.md')]))
  await vi.waitFor(() => expect(fetch).toHaveBeenCalled())
  expect(files?.files).toMatchObject([{ name: 'lease.md', state: 'sending' }])
  await leave()
  upload.resolve(Response.json(stored, { status: 201 }))
  await vi.waitFor(() => expect(unsentFiles.recall('c')).toHaveLength(1))
  await show(shown)
  expect(files?.files).toMatchObject([{ name: 'lease.md', bytes: 5, state: 'stored' }])
})
