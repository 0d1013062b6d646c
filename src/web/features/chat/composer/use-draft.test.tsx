import { act } from 'react'
import { expect, test } from 'vitest'
import { inDocument } from '../../../../../test/in-document.ts'
import { TYPED_MOVED } from '../../../lib/typed-moved.ts'
import { useDraft } from './use-draft.ts'

type Draft = ReturnType<typeof useDraft>

const input = { current: null }

function Field(props: { draftKey: string | null; onRender: (draft: Draft) => void }) {
  props.onRender(useDraft({ key: props.draftKey, conversation: 'c', input }))
  return null
}

async function inTab(draftKey: string | null) {
  const { document, show } = inDocument()
  let draft: Draft | undefined
  await show(
    <Field
      draftKey={draftKey}
      onRender={(rendered) => {
        draft = rendered
      }}
    />,
  )
  return {
    type: (text: string) => act(async () => draft?.[1](text)),
    move: (drafts: string | null) =>
      act(async () => {
        if (drafts === null) sessionStorage.removeItem('chatDrafts')
        else sessionStorage.setItem('chatDrafts', drafts)
        const { Event } = document.defaultView as unknown as typeof globalThis
        window.dispatchEvent(new Event(TYPED_MOVED))
      }),
    text: () => draft?.[0],
  }
}

test('what somebody typed leaves the field with them, and is there again when they are back', async () => {
  const tab = await inTab('new:nova')
  await tab.type('A secret')
  const drafts = sessionStorage.getItem('chatDrafts')
  await tab.move(null)
  expect(tab.text()).toBe('')
  await tab.move(drafts)
  expect(tab.text()).toBe('A secret')
})

test('what is stored nowhere stays in its field', async () => {
  const tab = await inTab(null)
  await tab.type('Hello')
  await tab.move(null)
  expect(tab.text()).toBe('Hello')
})
