import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { inDocument } from '../../../../test/in-document.ts'
import type { OwnProfile } from '../../../shared/people/people.ts'
import { ownProfileQuery } from '../../blocks/people/person-query.ts'
import { ApiProvider, createApi } from '../../lib/http/api.ts'
import { OwnProfileForm } from './profile-form.tsx'

const profile: OwnProfile = {
  address: 'J2xc',
  name: null,
  pictureUrl: null,
  about: '',
  nameChangesAt: null,
}

test('starting over shows what is stored, and the name has the focus', async () => {
  const { document, show } = inDocument()
  const api = createApi('http://localhost', () => new Promise(() => {}))
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(ownProfileQuery(api, 'J2xc').queryKey, profile)
  sessionStorage.setItem('profile J2xc', JSON.stringify({ name: 'naso' }))
  await show(
    <QueryClientProvider client={client}>
      <ApiProvider value={api}>
        <OwnProfileForm owner="J2xc" />
      </ApiProvider>
    </QueryClientProvider>,
  )
  const name = document.querySelector<HTMLInputElement>('[name="name"]')
  if (!name) throw new Error('There is no field for the name')
  expect(name.value).toBe('naso')
  name.focus = vi.fn()
  await act(async () =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Start over')?.click(),
  )
  expect(name.value).toBe('')
  expect(name.focus).toHaveBeenCalled()
})

test('what was not typed here stays as it was changed elsewhere meanwhile, though this page does not show it yet', async () => {
  const { document, show } = inDocument()
  let stored: OwnProfile = { ...profile, about: 'Writes.' }
  const sent: unknown[] = []
  const api = createApi('http://localhost', async (_, init) => {
    if (init?.method !== 'PUT') return Response.json(stored)
    sent.push(JSON.parse(String(init.body)))
    return new Promise(() => {})
  })
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(ownProfileQuery(api, 'J2xc').queryKey, stored)
  sessionStorage.setItem('profile J2xc', JSON.stringify({ name: 'naso' }))
  await show(
    <QueryClientProvider client={client}>
      <ApiProvider value={api}>
        <OwnProfileForm owner="J2xc" />
      </ApiProvider>
    </QueryClientProvider>,
  )
  stored = { ...stored, about: 'Wrote.' }
  await act(async () => {
    document
      .querySelector('form')
      ?.dispatchEvent(new window.Event('submit', { bubbles: true, cancelable: true }))
  })
  await vi.waitFor(() => expect(sent).toEqual([{ name: 'naso', about: 'Wrote.', imageUrl: null }]))
})
