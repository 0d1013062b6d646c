import { act } from 'react'
import { expect, test } from 'vitest'
import { inDocument } from '../../../../test/in-document.ts'
import type { OwnProfile } from '../../../shared/people/people.ts'
import { useProfileDraft } from './profile-draft.ts'

const profile: OwnProfile = {
  address: 'J2xc',
  name: 'ovid',
  pictureUrl: '/api/images/p.webp',
  about: 'Writes.',
  nameChangesAt: null,
}

type Draft = ReturnType<typeof useProfileDraft>

function Screen(props: { profile: OwnProfile; onRender: (draft: Draft) => void }) {
  props.onRender(useProfileDraft(props.profile))
  return null
}

/** The profile screen of one tab. */
function openScreen() {
  const { show, leave } = inDocument()
  let draft: Draft
  const onRender = (rendered: Draft) => {
    draft = rendered
  }
  const open = (stored = profile) => show(<Screen profile={stored} onRender={onRender} />)
  return {
    open,
    draft: () => draft,
    change: (changed: Parameters<Draft['change']>[0]) => act(async () => draft.change(changed)),
    async openAgain(stored = profile) {
      await leave()
      await open(stored)
    },
  }
}

const me = new File(['me'], 'me.png')

test('a chosen file that is lost with the page leaves the stored picture', async () => {
  const { open, openAgain, change, draft } = openScreen()
  await open()
  await change({ file: me, imageUrl: '' })
  expect(draft().values.file).toBe(me)
  await openAgain()
  expect(draft().restored).toEqual({ lostFile: 'me.png' })
  expect(draft().values).toMatchObject({ file: null, imageUrl: profile.pictureUrl })
  await change({ about: 'Wrote.' })
  expect(draft().values).toMatchObject({ file: null, imageUrl: profile.pictureUrl, about: 'Wrote.' })
})

test('a picture that was removed is removed when the page comes back, too', async () => {
  const { open, openAgain, change, draft } = openScreen()
  await open()
  await change({ file: me, imageUrl: '' })
  await change({ file: null, imageUrl: '' })
  await openAgain()
  expect(draft().restored).toEqual({ lostFile: undefined })
  expect(draft().values.imageUrl).toBe('')
})

test('only what was typed is kept over what is stored', async () => {
  const { open, openAgain, change, draft } = openScreen()
  await open()
  await change({ about: 'Wrote.' })
  await openAgain({ ...profile, name: 'naso', pictureUrl: null })
  expect(draft().values).toEqual({ name: 'naso', about: 'Wrote.', imageUrl: '', file: null })
})

test('what is typed back to what is stored leaves nothing to restore', async () => {
  const { open, openAgain, change, draft } = openScreen()
  await open()
  await change({ name: 'naso' })
  await change({ name: 'ovid' })
  await openAgain()
  expect(draft().restored).toBeUndefined()
})

test('what is typed and chosen while a profile is being saved is still there once it is saved', async () => {
  const { open, change, draft } = openScreen()
  await open()
  await change({ name: 'naso', file: me, imageUrl: '' })
  const sent = draft().values
  const other = new File(['other'], 'other.png')
  await change({ about: 'Wrote.' })
  await change({ file: other })
  const saved = { ...profile, name: 'naso', pictureUrl: '/api/images/q.webp' }
  await act(async () => draft().saved(sent, saved))
  await open(saved)
  expect(draft().values).toMatchObject({ name: 'naso', about: 'Wrote.', imageUrl: saved.pictureUrl })
  expect(draft().values.file).toBe(other)
})

test('once all of a profile is saved nothing of it is a draft', async () => {
  const { open, openAgain, change, draft } = openScreen()
  await open()
  await change({ name: 'naso', file: me, imageUrl: '' })
  const saved = { ...profile, name: 'naso', pictureUrl: '/api/images/q.webp' }
  await act(async () => draft().saved(draft().values, saved))
  await openAgain(saved)
  expect(draft().restored).toBeUndefined()
  expect(draft().values).toEqual({ name: 'naso', about: 'Writes.', imageUrl: saved.pictureUrl, file: null })
})

test('once a profile is saved nothing is said any more of a file that was lost before', async () => {
  const { open, openAgain, change, draft } = openScreen()
  await open()
  await change({ file: me, imageUrl: '' })
  await openAgain()
  await change({ about: 'Wrote.' })
  expect(draft().restored).toEqual({ lostFile: 'me.png' })
  const saved = { ...profile, about: 'Wrote.' }
  await act(async () => draft().saved(draft().values, saved))
  await openAgain(saved)
  expect(draft().restored).toBeUndefined()
})
