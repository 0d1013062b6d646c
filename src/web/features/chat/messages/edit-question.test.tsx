import { act } from 'react'
import { expect, test } from 'vitest'
import { inDocument } from '../../../../../test/in-document.ts'
import { useQuestionEdit } from './edit-question.tsx'

type Edit = ReturnType<typeof useQuestionEdit>

function Field(props: { id: string; onRender: (edit: Edit) => void }) {
  props.onRender(useQuestionEdit(props.id, 'Why?'))
  return null
}

function inTab() {
  const { show, leave } = inDocument()
  let edit: Edit | undefined
  return {
    leave,
    open: (id: string) =>
      show(
        <Field
          id={id}
          onRender={(rendered) => {
            edit = rendered
          }}
        />,
      ),
    type: (text: string) => act(async () => edit?.change(text)),
    forget: () => act(async () => edit?.forget()),
    text: () => edit?.text,
  }
}

test('what was typed into a question is there again after its field was taken away, and into no other one', async () => {
  const tab = inTab()
  await tab.open('one')
  expect(tab.text()).toBe('Why?')
  await tab.type('Why is the sky dark?')
  expect(tab.text()).toBe('Why is the sky dark?')
  await tab.leave()
  await tab.open('other')
  expect(tab.text()).toBe('Why?')
  await tab.leave()
  await tab.open('one')
  expect(tab.text()).toBe('Why is the sky dark?')
})

test('what was asked or cancelled is not there again', async () => {
  const tab = inTab()
  await tab.open('one')
  await tab.type('Why is the sky dark?')
  await tab.forget()
  await tab.leave()
  await tab.open('one')
  expect(tab.text()).toBe('Why?')
})
