import { act } from 'react'
import { expect, test } from 'vitest'
import { inDocument } from '../../../../test/in-document.ts'
import type { Form } from '../form/use-form.ts'
import { useFactWords } from './fact-form.tsx'

type Words = Form<{ text: string }, 'text'>

function Field(props: { send: (text: string) => Promise<string>; onRender: (form: Words) => void }) {
  props.onRender(useFactWords({ again: true, send: props.send, onSent: () => {} }))
  return null
}

test('a field for several facts is emptied of what was sent, and of nothing that was typed meanwhile', async () => {
  const sent: string[] = []
  let answer = () => {}
  const send = (text: string) => {
    sent.push(text)
    return new Promise<string>((resolve) => {
      answer = () => resolve(text)
    })
  }
  let form: Words | undefined
  await inDocument().show(
    <Field
      send={send}
      onRender={(rendered) => {
        form = rendered
      }}
    />,
  )
  const type = (text: string) => act(async () => form?.change({ text }))
  const submit = () => act(async () => form?.submit())
  await type('Likes lamps')
  await submit()
  await type('Lives at sea')
  await act(async () => answer())
  expect(form?.values.text).toBe('Lives at sea')
  await submit()
  await act(async () => answer())
  expect(form?.values.text).toBe('')
  expect(sent).toEqual(['Likes lamps', 'Lives at sea'])
})
